import { ownLimits } from '@trading-platform/domain-types';
import { ConsoleError } from './console-error.js';

/** Reads the cursor from a query, in the form that list calls of the data API use. @throws ConsoleError `wrong-call` */
export function cursorOf(cursor: unknown): { readonly cursor?: string } {
  if (cursor === undefined || cursor === '') return {};
  if (typeof cursor === 'string' && cursor.length <= ownLimits.cursorLength) return { cursor };
  throw new ConsoleError('wrong-call', 'cursor must be nextCursor of an earlier answer');
}
