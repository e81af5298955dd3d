import type { SqlConditions } from '../common/sql-conditions.js';

/** The condition that a filter of a request adds for its value. */
export type Filter<Value, Context> = (where: SqlConditions, value: Value, context: Context) => void;

/** Filters by the fields of a request, in the order of their conditions. */
export type Filters<Request, Context = undefined> = {
  readonly [Name in keyof Request]?: Filter<NonNullable<Request[Name]>, Context>;
};

/** Adds the conditions of the fields that are given. */
export function addFilters<Request extends object, Context>(
  where: SqlConditions,
  filters: Filters<Request, Context>,
  request: Request,
  context: Context,
): void {
  for (const [name, add] of Object.entries(filters) as [keyof Request, Filter<unknown, Context>][]) {
    if (request[name] !== undefined) add(where, request[name], context);
  }
}

/** The column has the value itself. */
export function isValue(column: string): Filter<string, unknown> {
  return (where, value) => where.compare(column, '=', value);
}

/** With the code `yes`, the column has a value; with any other code it has not. */
export function hasValue(column: string, stored: string, yes: string): Filter<string, unknown> {
  return (where, value) => where.equals(column, stored, value === yes);
}

/** With the code `yes`, a column holding 0 or 1 is set; with any other code it is not. */
export function isSet(column: string, yes: string): Filter<string, unknown> {
  return (where, value) => where.flag(column, value === yes);
}

/** The column is one of a list. */
export function isListed(column: string): Filter<readonly string[], unknown> {
  return (where, list) => where.oneOf(column, list);
}
