import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Dialect, type Sql, tableOf } from '@trading-platform/database';
import type { StoredOrder } from '../../../order/order-store.js';
import { unpackCodes } from '../../../trade/packed-codes.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { rowsOfEach, viewsOfSlips } from '../common/rows-of-each.js';
import { isBuyersView, isVisibleView } from './side-of-view.js';

const views = tableOf(SlipEntity).only(
  'tradeId',
  'memberCodeSelf',
  'memberCodePartner',
  'statusCode',
  'hopeDeliveryDate',
  'catalogIds',
  'tradeTotal',
  'version',
  'sentFrom',
);
type View = ReturnType<typeof views.read>;

interface Placed {
  readonly buyers: boolean | number;
  readonly visible: boolean | number;
}

/** @see OrderStore.findOrders */
export async function findStoredOrders(
  sql: Sql,
  callerMemberCode: string,
  tradeIds: readonly string[],
): Promise<ReadonlyMap<string, StoredOrder>> {
  if (callerMemberCode === '') return new Map();
  const wanted = [...new Set(tradeIds)];
  const orders: StoredOrder[] = [];
  for (let start = 0; start < wanted.length; start += slipsAtOnce) {
    // oxlint-disable-next-line no-await-in-loop
    orders.push(...(await findSome(sql, callerMemberCode, wanted.slice(start, start + slipsAtOnce))));
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
  }
  return new Map(orders.map((order) => [order.tradeId, order]));
}

/** After this number of slips (with about a hundred codes each), other requests get their turn. */
const slipsAtOnce = 50;

async function findSome(sql: Sql, callerMemberCode: string, tradeIds: readonly string[]): Promise<StoredOrder[]> {
  const rows = await sql.query<Placed>(selectStoredOrders(sql.dialect), [callerMemberCode, JSON.stringify(tradeIds)]);
  const bySlip = Map.groupBy(
    rows.map((row) => ({ view: views.read(row), isOwn: Boolean(row.buyers) && Boolean(row.visible) })),
    ({ view }) => view.tradeId,
  );
  const orders = [...bySlip.values()].map((ofSlip) => {
    const own = ofSlip.find(({ isOwn }) => isOwn)?.view;
    return own && storedOrder(own, Math.max(...ofSlip.map(({ view }) => view.version)));
  });
  return orders.filter((order) => order !== undefined);
}

export function selectStoredOrders(dialect: Dialect): string {
  return `SELECT ${views.columnsOf('found')}, ${isBuyersView} AS buyers, ${isVisibleView} AS visible
    ${rowsOfEach(dialect, viewsOfSlips(2))}`;
}

function storedOrder(view: View, version: number): StoredOrder {
  return {
    tradeId: view.tradeId,
    statusCode: view.statusCode,
    version,
    sentFrom: view.sentFrom ?? undefined,
    member_code_self: view.memberCodeSelf,
    member_code_partner: view.memberCodePartner,
    hope_delivery_date: view.hopeDeliveryDate,
    catalogIds: unpackCodes(view.catalogIds),
    trade_total: view.tradeTotal,
  };
}
