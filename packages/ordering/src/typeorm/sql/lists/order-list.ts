import type { Database, Dialect } from '@trading-platform/database';
import { flag, type ListedOrder, slipStatus } from '@trading-platform/domain-types';
import type { ListPosition } from '../../../list/list-cursor.js';
import type { ListedElement, ListPage } from '../../../list/list-page.js';
import type { ListQuery } from '../../../list/list-query.js';
import type { OrderFilters } from '../../../list/lists.js';
import { SqlConditions, unindexed } from '../common/sql-conditions.js';
import { readWindowedPage, rowsPerWindow } from '../common/windowed-page.js';
import { type OrderNames, readNames } from './order-names.js';

/** @see OrderList */
export function readOrders(
  database: Database,
  { callerMemberCode, scope, filters, limit, after }: ListQuery<OrderFilters>,
): Promise<ListPage<ListedOrder>> {
  const orders = { callerMemberCode, memberCode: scope.memberCode, filters };
  return readWindowedPage(
    {
      endOfWindow: async (behind) => {
        const { sql, values } = selectEndOfOrders(database.dialect, { ...orders, after: behind });
        const [end] = await database.query<Pick<ListedOrder, 'member_code_partner' | 'trade_id'>>(sql, values);
        return end && positionOf(end);
      },
      read: async (behind, until, most) => {
        const { sql, values } = selectOrders(database.dialect, { ...orders, after: behind, until, limit: most });
        const rows = await database.query<OrderRow>(sql, values);
        if (filters.with_names !== flag.on) return rows.map((row) => toListed(row));
        const names = await readNames(
          database,
          rows.map(({ id }) => Number(id)),
        );
        return rows.map((row) => toListed(row, names.get(Number(row.id)) ?? noNames));
      },
    },
    { after, limit },
  );
}

const noNames: OrderNames = { check_number: '', member_name_self: '', member_name_partner: '' };

export interface OrdersOfMember {
  readonly callerMemberCode: string;
  readonly memberCode: string;
  readonly filters: OrderFilters;
  readonly after: ListPosition;
}

interface OrdersOfWindow extends OrdersOfMember {
  readonly until: ListPosition | undefined;
  readonly limit: number;
}

/** Returns a query for the last slip of a window. */
export function selectEndOfOrders(dialect: Dialect, orders: OrdersOfMember) {
  const where = ordersBehind(dialect, orders);
  const sql = `SELECT s.member_code_partner, s.trade_id FROM slip s WHERE ${where.text}
    ORDER BY s.member_code_partner, s.trade_id LIMIT 1 OFFSET ${rowsPerWindow}`;
  return { sql, values: where.values };
}

/**
 * Returns a query for the slips of a window that pass the filters, each with the version of the slip. An upload number is shown
 * only to the member that owns it.
 */
export function selectOrders(dialect: Dialect, { until, limit, ...orders }: OrdersOfWindow) {
  const where = ordersBehind(dialect, orders);
  if (until !== undefined) where.add(`(s.member_code_partner, s.trade_id) <= (${placeholders(where, until)})`);
  const { filters } = orders;
  if (!arePlanned(filters)) where.oneOf('s.status_code', filters.status_code);
  if (!isOnePartner(filters)) where.oneOf('s.member_code_partner', filters.client_member_code_list);
  // The window limits the rows that are read. The index of days is not used, because its rows would have to be sorted
  // for each window.
  where.range(unindexed('s.order_day'), filters.order_day_from, filters.order_day_to);
  const sql = `SELECT s.id, s.trade_id, (SELECT MAX(v.version) FROM slip v WHERE v.trade_id = s.trade_id) AS version,
      (SELECT u.upload_no FROM upload_number u
        WHERE u.trade_id = s.trade_id AND u.member_code = ${where.placeholder(orders.callerMemberCode)}) AS upload_no,
      s.status_code, s.member_code_self, s.member_code_partner, s.order_day, s.hope_delivery_date, s.trade_total
    FROM slip s WHERE ${where.text}
    ORDER BY s.member_code_partner, s.trade_id LIMIT ${where.placeholder(limit)}`;
  return { sql, values: where.values };
}

function ordersBehind(dialect: Dialect, orders: OrdersOfMember): SqlConditions {
  const where = new SqlConditions(dialect);
  where.compare('s.member_code_self', '=', orders.memberCode);
  where.add(`(s.member_code_partner, s.trade_id) > (${placeholders(where, orders.after)})`);
  const { filters } = orders;
  if (arePlanned(filters)) where.add(`s.status_code = '${slipStatus.planned}'`);
  if (isOnePartner(filters)) where.compare('s.member_code_partner', '=', filters.client_member_code_list?.[0]);
  return where;
}

/** Planned orders have their own index. A database uses this index only for a statement that contains its condition. */
function arePlanned({ status_code: statuses = [] }: OrderFilters): boolean {
  return statuses.length > 0 && statuses.every((status) => status === slipStatus.planned);
}

/** The slips with one partner are next to each other in the index, so no other slip is read. */
function isOnePartner({ client_member_code_list: partners = [] }: OrderFilters): boolean {
  return partners.length === 1;
}

function placeholders(where: SqlConditions, [partner = '', tradeId = '']: ListPosition): string {
  return `${where.placeholder(partner)}, ${where.placeholder(tradeId)}`;
}

type OrderRow = Omit<ListedOrder, 'version' | 'upload_no' | keyof OrderNames> & {
  readonly id: number | string;
  readonly version: number;
  readonly upload_no: string | null;
};

function toListed({ id: _, ...row }: OrderRow, names?: OrderNames): ListedElement<ListedOrder> {
  return {
    position: positionOf(row),
    element: { ...row, version: String(row.version), upload_no: row.upload_no ?? '', ...names },
  };
}

function positionOf(order: Pick<ListedOrder, 'member_code_partner' | 'trade_id'>): ListPosition {
  return [order.member_code_partner, order.trade_id];
}
