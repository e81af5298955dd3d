import type { Database, Dialect } from '@trading-platform/database';
import { type ListedOrder, slipStatus } from '@trading-platform/domain-types';
import type { ListPosition } from '../../../list/list-cursor.js';
import type { ListedElement, ListPage } from '../../../list/list-page.js';
import type { ListQuery } from '../../../list/list-query.js';
import type { OrderFilters } from '../../../list/lists.js';
import { SqlConditions } from '../common/sql-conditions.js';
import { readWindowedPage, rowsPerWindow } from '../common/windowed-page.js';

/** @see OrderList */
export function readOrders(
  database: Database,
  { callerMemberCode, scope, filters, limit, after }: ListQuery<OrderFilters>,
): Promise<ListPage<ListedOrder>> {
  const orders = { callerMemberCode, memberCode: scope.memberCode, statusCodes: filters.status_code };
  return readWindowedPage(
    {
      endOfWindow: async (behind) => {
        const { sql, values } = selectEndOfOrders(database.dialect, { ...orders, after: behind });
        const [end] = await database.query<Pick<ListedOrder, 'member_code_partner' | 'trade_id'>>(sql, values);
        return end && positionOf(end);
      },
      read: async (behind, until, most) => {
        const { sql, values } = selectOrders(database.dialect, { ...orders, after: behind, until, limit: most });
        return (await database.query<OrderRow>(sql, values)).map(toListed);
      },
    },
    { after, limit },
  );
}

export interface OrdersOfMember {
  readonly callerMemberCode: string;
  readonly memberCode: string;
  readonly statusCodes: readonly string[] | undefined;
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
  if (!arePlanned(orders)) where.oneOf('s.status_code', orders.statusCodes);
  const sql = `SELECT s.trade_id, (SELECT MAX(v.version) FROM slip v WHERE v.trade_id = s.trade_id) AS version,
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
  if (arePlanned(orders)) where.add(`s.status_code = '${slipStatus.planned}'`);
  return where;
}

/** Planned orders have their own index. A database uses this index only for a statement that contains its condition. */
function arePlanned({ statusCodes = [] }: Pick<OrdersOfMember, 'statusCodes'>): boolean {
  return statusCodes.length > 0 && statusCodes.every((status) => status === slipStatus.planned);
}

function placeholders(where: SqlConditions, [partner = '', tradeId = '']: ListPosition): string {
  return `${where.placeholder(partner)}, ${where.placeholder(tradeId)}`;
}

type OrderRow = Omit<ListedOrder, 'version' | 'upload_no'> & {
  readonly version: number;
  readonly upload_no: string | null;
};

function toListed(row: OrderRow): ListedElement<ListedOrder> {
  return {
    position: positionOf(row),
    element: { ...row, version: String(row.version), upload_no: row.upload_no ?? '' },
  };
}

function positionOf(order: Pick<ListedOrder, 'member_code_partner' | 'trade_id'>): ListPosition {
  return [order.member_code_partner, order.trade_id];
}
