import { ownLimits, sellStop } from '@trading-platform/domain-types';
import { type ListKey, type ListPosition, type ListScope, readCursor, writeCursor } from './list-cursor.js';
import type { ListPage } from './list-page.js';

/** The fields of a list request besides its own filters (Spec 4.11). */
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
  /** The page begins behind this position; undefined for the first page. */
  readonly after: ListPosition | undefined;
}

/** The filters of a list request: every field that not all lists have. */
export type FiltersOf<Request extends ListRequest> = Omit<Request, keyof ListRequest>;

/**
 * Reads a list request that validation let through.
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

/** Filter values that have no effect. A cursor is bound to the meaning of a request, and not to its notation. */
const withoutEffect: ListScope['filters'] = { sell_stop: sellStop.all };

function meaningOf(filters: ListScope['filters']): ListScope['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== withoutEffect[name]));
}

/** The `next_cursor` of a page, which leads to the next page; `''` at the end of the list. */
export function nextCursor({ scope }: ListQuery<unknown>, { goesOnBehind }: ListPage<unknown>): string {
  return goesOnBehind === undefined ? '' : writeCursor(scope, goesOnBehind);
}

/**
 * The source of a list's elements, in the order of their positions. Elements that come or go between two pages make no other one appear
 * twice or be left out. Whether the caller may see the member of the list has been checked before.
 */
export abstract class ListSource<Filters, Element> {
  /** The name of the list in its cursors. */
  abstract readonly name: string;
  /** The checks of the values by which the list is ordered. A position consists of such values. */
  abstract readonly keys: readonly ListKey[];

  /** The page behind `after`, with at most `limit` elements. */
  abstract read(query: ListQuery<Filters>): Promise<ListPage<Element>>;
}
