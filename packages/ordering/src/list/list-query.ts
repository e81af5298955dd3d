import { ownLimits } from '@trading-platform/domain-types';
import { type ListPosition, type ListScope, readCursor } from './list-cursor.js';
import type { ListedElement } from './list-page.js';

/** What a list request has besides its own filters (Spec 4.11). */
interface ListRequest {
  readonly response_type?: string;
  readonly member_code_self?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** What one page of a list shows. */
export interface ListQuery<Filters> {
  readonly scope: ListScope;
  readonly filters: Filters;
  readonly limit: number;
  /** The page begins behind it; nothing for the first page. */
  readonly after: ListPosition | undefined;
}

/** The filters of a list request: every field that not all lists have. */
export type FiltersOf<Request extends ListRequest> = Omit<Request, keyof ListRequest>;

/**
 * Reads a list request that validation let through.
 *
 * @returns nothing for a cursor that is not of this list, member and filters (`E000002`)
 */
export function listQuery<Request extends ListRequest>(
  list: string,
  request: Request,
  callerMemberCode: string,
): ListQuery<FiltersOf<Request>> | undefined {
  const { response_type: _type, member_code_self: memberCode = callerMemberCode, limit, cursor, ...filters } = request;
  const scope = { list, memberCode, filters: filters as ListScope['filters'] };
  const after = cursor === undefined ? undefined : readCursor(scope, cursor);
  if (cursor !== undefined && after === undefined) return undefined;
  return { scope, filters, limit: Number(limit ?? ownLimits.listAnswerElements), after };
}

/** Where the elements of a list come from. */
export abstract class ListSource<Filters, Element> {
  /**
   * The elements behind `after` in the order of their positions, one more than `limit` if there are so many: whether there is a
   * next page is told without a second query.
   */
  abstract read(query: ListQuery<Filters>): Promise<readonly ListedElement<Element>[]>;
}
