import { type BatchFunction, batchFunctions } from './batch-functions.js';

/** A call of the data API that needs a right. */
export interface CallOfRight {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
}

/** The rights that a client can have, in the order in which people see them. */
export const rightNames = [
  'order',
  'update',
  'master',
  'trade',
  'setting',
  'lookup',
  'list',
  'event',
  'batch',
] as const;

export type RightName = (typeof rightNames)[number];

const post = (path: string): CallOfRight => ({ method: 'POST', path });
const stepsOf = (name: BatchFunction) => {
  const { path } = batchFunctions[name];
  return [post(`${path}/request`), post(`${path}/check`), post(`${path}/confirm`), post(`${path}/get`)] as const;
};
const unknownBatch = '/batches/999999999';
const unknownPartner = '/partners/99999999';
const unknownSlip = '/trades/CK-NOBODY-HAS-THIS';
const unknownEndpoint = '/event-endpoints/00000000-0000-7000-8000-000000000000';

/** The calls that need only this right. */
export const callsOfRights = {
  order: [...stepsOf('upload'), post('/order/generate')],
  update: stepsOf('update'),
  master: [...stepsOf('master'), { method: 'GET', path: `${unknownPartner}/products/1` }],
  trade: [...stepsOf('trade'), { method: 'GET', path: unknownSlip }, { method: 'GET', path: `${unknownSlip}/history` }],
  setting: [
    ...stepsOf('nottrade'),
    ...stepsOf('orderclosing'),
    ...stepsOf('orderblock'),
    ...stepsOf('businessholiday'),
    { method: 'GET', path: `${unknownPartner}/terms` },
  ],
  lookup: [post('/delivery/shortest'), post('/fc/price')],
  list: [post('/partner/list'), post('/ordermaster/list'), post('/deliveryplace/list'), post('/order/list')],
  event: [
    { method: 'GET', path: '/events' },
    post('/event-endpoints'),
    { method: 'GET', path: '/event-endpoints' },
    post(unknownEndpoint),
    { method: 'DELETE', path: unknownEndpoint },
    post(`${unknownEndpoint}/rotate`),
    post(`${unknownEndpoint}/test`),
    post(`${unknownEndpoint}/replay`),
    { method: 'GET', path: `${unknownEndpoint}/attempts` },
  ],
  batch: [
    { method: 'GET', path: '/batches' },
    { method: 'GET', path: unknownBatch },
    { method: 'DELETE', path: unknownBatch },
  ],
} as const satisfies Partial<Record<RightName, readonly [CallOfRight, ...CallOfRight[]]>>;

/** A right that at least one call needs. */
export type ServedRight = keyof typeof callsOfRights;

export const servedRights = rightNames.filter((name): name is ServedRight => name in callsOfRights);
