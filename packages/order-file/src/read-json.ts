import type { ReadOrders } from './order-defect.js';
import { unreadable } from './unreadable.js';

/** Reads orders as applications write them: a list, or the request of an upload. */
export function readJson(text: string): ReadOrders {
  let value: unknown;
  try {
    value = parseJson(text, asWritten);
  } catch (error) {
    const line = lineOfJsonError(text, (error as Error).message);
    return unreadable([{ kind: 'not-json', item: '', ...(line === undefined ? {} : { line }) }]);
  }
  const request = (Array.isArray(value) ? { order_list: value } : value) as {
    readonly order_list?: unknown;
    readonly check_only?: unknown;
  } | null;
  const orders = request?.order_list;
  if (!Array.isArray(orders)) return unreadable([{ kind: 'no-list', item: '' }]);
  return { ...unreadable([]), orders, isCheckOnly: String(request?.check_only) === '1' };
}

/** The type definitions of TypeScript do not yet include the argument `context`, and older browsers do not pass it. */
const parseJson = JSON.parse as (
  text: string,
  read: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;

/** If a number would lose digits as a JavaScript number, it is kept as the text that was written. */
function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const written = context?.source;
  return typeof value === 'number' && written !== undefined && written !== String(value) ? written : value;
}

/** The error message of an engine contains the line, or the position in the text, or neither. */
function lineOfJsonError(text: string, message: string): number | undefined {
  const [, line] = /line (\d+)/.exec(message) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}
