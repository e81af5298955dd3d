import {
  apiPaths,
  batchCheckAnswer,
  batchCheckRequest,
  batchDeliveredRequest,
  batchGetRequest,
  batchRequestAnswer,
  deliveryDateAnswer,
  deliveryDateRequest,
  type ErrorCode,
  envelope,
  fcPriceAnswer,
  fcPriceRequest,
} from '@trading-platform/domain-types';
import {
  BatchCheckRequest,
  BatchDeliveredRequest,
  batchGetRequest as batchGetRequestClass,
  DeliveryDateLookupRequest,
  FcPriceLookupRequest,
  refusalCodes,
} from '@trading-platform/validation';
import { batchAnswer, batchCancelAnswer, batchListAnswer } from '../batches/batch-record.js';
import type { DownloadFeature } from '../batches/download-feature.js';
import { downloadFeatures } from '../batches/download-features.js';
import type { Env } from '../env.js';
import { deliveryExplanationAnswer } from '../features/delivery/delivery-explanation.js';
import { errorStatus } from '../http/error-status.js';
import type { DescribedRecord } from './described-record.js';

/** One call of the data API, as the reference shows it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** After the prefix; parameters in braces. */
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly request?: DescribedRecord;
  readonly answer: DescribedRecord;
  /** Of an answer that is not JSON. */
  readonly mediaType?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What refuses a whole call, with its status. */
  readonly refusals: Refusals;
  /** What stands in the lists of single products. */
  readonly itemCodes?: readonly ErrorCode[];
}

export type Refusals = Partial<Readonly<Record<ErrorCode, number>>>;

function refusedWith(codes: Iterable<ErrorCode>): Refusals {
  return Object.fromEntries([...codes].map((code) => [code, errorStatus[code]]));
}

const everyCall: readonly ErrorCode[] = ['E100001', 'E100002', 'E100003', 'E700003', 'E900001', 'E900002'];
const withBody: readonly ErrorCode[] = [...everyCall, 'E700001', 'E700002', 'E700006'];

/** A body that is no object is refused whatever its fields are. */
function refusalsOf(requestClass: new () => object, more: readonly ErrorCode[] = []): Refusals {
  return refusedWith([...refusalCodes(requestClass), 'E000002', ...more, ...withBody]);
}

/** Where the path names a batch, there is nothing at it without one. */
const ofNamedBatch: Refusals = { ...refusedWith(everyCall), E000009: 404 };

/** Every call of the data API, in the order of the contract. */
export function operations(env: Env): readonly Operation[] {
  return [...lookups, ...downloadFeatures.flatMap((feature) => stepsOf(feature, env)), ...batchOperations];
}

const ofDates = {
  refusals: refusalsOf(DeliveryDateLookupRequest),
  itemCodes: ['E000012', 'E000014', 'E000016', 'E000017'],
} as const;

const lookups: readonly Operation[] = [
  {
    method: 'post',
    path: apiPaths.deliveryDate,
    group: 'Shortest delivery date',
    summary: 'The earliest day on which each product can be delivered',
    request: deliveryDateRequest,
    answer: deliveryDateAnswer,
    ...ofDates,
  },
  {
    method: 'post',
    path: `${apiPaths.deliveryDate}/explain`,
    group: 'Shortest delivery date',
    summary: 'The same, and step by step which rule moved each date',
    request: deliveryDateRequest,
    answer: deliveryExplanationAnswer,
    ...ofDates,
  },
  {
    method: 'post',
    path: apiPaths.fcPrice,
    group: 'FC price',
    summary: 'The price that a franchise store pays for each product',
    request: fcPriceRequest,
    answer: fcPriceAnswer,
    refusals: refusalsOf(FcPriceLookupRequest),
    itemCodes: ['E000008', 'E000012'],
  },
];

const preferences = {
  Prefer: 'delivery=acknowledged: records count as downloaded only once they are acknowledged (Preference-Applied)',
};

function stepsOf(feature: DownloadFeature, env: Env): readonly Operation[] {
  const { paths, title, request, answer } = feature.download;
  const step = { method: 'post', group: title } as const;
  const check = {
    ...step,
    summary: 'Ask whether the batch is finished (batch_flg 3) and how many records it has',
    request: batchCheckRequest,
    answer: batchCheckAnswer,
    refusals: refusalsOf(BatchCheckRequest, ['E000009']),
  };
  return [
    {
      ...step,
      path: paths.request,
      summary: 'Request a batch; an Idempotency-Key header makes repeats answer the first one',
      request,
      answer: batchRequestAnswer,
      refusals: refusalsOf(feature.requestClass(env), ['E000003', 'E000019']),
    },
    { ...check, path: paths.check },
    { ...check, path: paths.confirm },
    {
      ...step,
      path: paths.get,
      summary: 'Get the records seq_from to seq_to, both included',
      request: batchGetRequest,
      answer,
      headers: preferences,
      refusals: refusalsOf(batchGetRequestClass(), ['E000009', 'E000010']),
    },
  ];
}

const group = 'Batches';
const batchOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/batches',
    group,
    summary: 'The own batches, newest first',
    answer: batchListAnswer,
    refusals: refusedWith([...everyCall, 'E000002', 'E000003', 'E000004']),
    query: { limit: 'Most batches of one answer, 1 to 1000; 100 if absent', cursor: 'next_cursor of the page before' },
  },
  {
    method: 'get',
    path: '/batches/{batch_id}',
    group,
    summary: 'Everything about one batch',
    answer: batchAnswer,
    refusals: ofNamedBatch,
  },
  {
    method: 'delete',
    path: '/batches/{batch_id}',
    group,
    summary: 'Cancel an unfinished batch, discard a finished one',
    answer: batchCancelAnswer,
    refusals: ofNamedBatch,
  },
  {
    method: 'get',
    path: '/batches/{batch_id}/records',
    group,
    summary: 'The records as NDJSON, one a line; honours If-None-Match',
    answer: envelope,
    refusals: {
      ...ofNamedBatch,
      ...refusedWith(['E000002', 'E000003', 'E000004', 'E000010', 'E000011']),
    },
    mediaType: 'application/x-ndjson',
    query: { seq_from: 'The first record wanted; 1 if absent', seq_to: 'The last one; the last of all if absent' },
    headers: preferences,
  },
  {
    method: 'post',
    path: '/batches/{batch_id}/delivered',
    group,
    summary: 'Acknowledge the records seq_from to seq_to, both included: slips count as downloaded; may be repeated',
    request: batchDeliveredRequest,
    answer: envelope,
    refusals: { ...refusalsOf(BatchDeliveredRequest, ['E000010']), E000009: 404 },
  },
];
