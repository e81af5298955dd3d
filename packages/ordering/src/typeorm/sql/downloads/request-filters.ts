import type { SqlConditions } from '../common/sql-conditions.js';

/** Adds the condition that a filter of a request requires for the given value. */
export type Filter<Value, Context> = (where: SqlConditions, value: Value, context: Context) => void;

/** The filters for the fields of a request, in the order in which their conditions are added. */
export type Filters<Request, Context = undefined> = {
  readonly [Name in keyof Request]?: Filter<NonNullable<Request[Name]>, Context>;
};

/** Adds the conditions for all fields that the request contains. */
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

/** Makes a filter: the column must equal the value of the request. */
export function isValue(column: string): Filter<string, unknown> {
  return (where, value) => where.compare(column, '=', value);
}

/**
 * Makes a filter: if the request has the code `yes`, the column must equal `stored`. With any other code, the column must have a
 * different value.
 */
export function hasValue(column: string, stored: string, yes: string): Filter<string, unknown> {
  return (where, value) => where.equals(column, stored, value === yes);
}

/**
 * Makes a filter: if the request has the code `yes`, the column must contain 1. With any other code, the column must contain 0.
 */
export function isSet(column: string, yes: string): Filter<string, unknown> {
  return (where, value) => where.flag(column, value === yes);
}

/** Makes a filter: the column must equal the value of the request, or one value in its list. */
export function isValueOrListed(column: string): Filter<string | readonly string[], unknown> {
  return (where, asked) => {
    if (typeof asked === 'string') where.compare(column, '=', asked);
    else where.oneOf(column, asked);
  };
}
