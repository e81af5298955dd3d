import { flag, ownLimits, sellStop } from '@trading-platform/domain-types';
import { type ListKey, type ListPosition, type ListScope, readCursor, writeCursor } from './list-cursor.js';
import type { ListPage } from './list-page.js';

/** The fields that every list request has in addition to its filters (Spec 4.11). */
interface ListRequest {
  readonly response_type?: string;
  readonly member_code_self?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** The query for one page of a list. */
export interface ListQuery<Filters> {
  readonly callerMemberCode: string;
  readonly scope: ListScope;
  readonly filters: Filters;
  readonly limit: number;
  /** The position after which the page begins, or undefined for the first page. */
  readonly after: ListPosition | undefined;
}

/** The filters of a list request: all its fields except the common fields of all list requests. */
export type FiltersOf<Request extends ListRequest> = Omit<Request, keyof ListRequest>;

/**
 * Converts a validated list request to a query.
 *
 * @returns undefined for a cursor that is not of this list, member and filters (`E000002`)
 */
export function listQuery<Request extends ListRequest>(
  { name, keys }: Pick<ListSource<never, unknown>, 'name' | 'keys'>,
  request: Request,
  callerMemberCode: string,
): ListQuery<FiltersOf<Request>> | undefined {
  const { response_type: _type, member_code_self: memberCode = callerMemberCode, limit, cursor, ...filters } = request;
  const scope = { list: name, memberCode, filters: meaningOf(filters as ListScope['filters']) };
  const after = cursor === undefined ? undefined : readCursor(scope, keys, cursor);
  if (cursor !== undefined && after === undefined) return undefined;
  return { callerMemberCode, scope, filters, limit: Number(limit ?? ownLimits.listAnswerElements), after };
}

/**
 * The values with which a filter selects everything, so that the filter has no effect. A cursor remains valid if the next request
 * has the same meaning but is written differently.
 */
const withoutEffect: ListScope['filters'] = { sell_stop: sellStop.all, with_names: flag.off };

function meaningOf(filters: ListScope['filters']): ListScope['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== withoutEffect[name]));
}

/** Returns the `next_cursor` of a page, which leads to the next page, or `''` at the end of the list. */
export function nextCursor({ scope }: ListQuery<unknown>, { goesOnBehind }: ListPage<unknown>): string {
  return goesOnBehind === undefined ? '' : writeCursor(scope, goesOnBehind);
}

/**
 * The source of a list's elements, in the order of their positions. If elements are added to the list or removed from it between
 * two pages, no other element appears twice or is missing. Before this source is called, the application has checked that the
 * caller may see the member.
 */
export abstract class ListSource<Filters, Element> {
  /** The name of the list, as written in its cursors. */
  abstract readonly name: string;
  /**
   * A check for each value by which the list is sorted. A position in the list consists of the values by which the list is
   * sorted.
   */
  abstract readonly keys: readonly ListKey[];

  /** Reads the page after the position `after`, with at most `limit` elements. */
  abstract read(query: ListQuery<Filters>): Promise<ListPage<Element>>;
}
