import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Dialect, type Sql, tableOf } from '@trading-platform/database';
import type { StoredOrder } from '../../../order/order-store.js';
import { unpackCodes } from '../../../trade/packed-codes.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { lookedUp } from '../common/record-stream.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import { hasLineWith } from '../members/delivery-pair.js';
import { isSeen } from '../members/member-relations.js';

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

const wantedViews: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($2) AS wanted',
    postgres: 'jsonb_array_elements_text($2::jsonb) AS wanted(value)',
  },
  table: 'slip',
  where: 'found.trade_id = wanted.value',
};

const headOffice = '(SELECT o.head_office_member_code FROM member o WHERE o.member_code = found.member_code_self)';

/**
 * Whether the view belongs to the buyer. For uploaded orders, the buyer is stored. For all other slips, the rule in Spec 4.5
 * determines the buyer.
 */
export const isBuyers = `CASE
  WHEN EXISTS (SELECT 1 FROM upload_number u WHERE u.trade_id = found.trade_id ${lookedUp})
    THEN EXISTS (SELECT 1 FROM upload_number u
      WHERE u.trade_id = found.trade_id AND u.member_code_buyer = found.member_code_self ${lookedUp})
  ELSE ${hasLineWith('found.member_code_self', 'found.member_code_partner')}
    OR ${hasLineWith(headOffice, 'found.member_code_partner')}
  END`;

/** The condition that the caller `$1` sees the own member of the view. */
export const isVisible = `EXISTS (SELECT 1 FROM member WHERE member_code = found.member_code_self AND ${isSeen} ${lookedUp})`;

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
  return `SELECT ${views.columnsOf('found')}, ${isBuyers} AS buyers, ${isVisible} AS visible
    ${rowsOfEach(dialect, wantedViews)}`;
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
