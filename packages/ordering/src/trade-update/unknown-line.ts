import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { error } from '../order/judge-order.js';

/** Returns the error of a line that is not a line of the slip. */
export function unknownLineError(index: number): ErrorEntry {
  const detail = 'The slip has no such line, or several of them: send the trade_prod_id of one line of the slip.';
  return error(`detail_list[${index}].trade_prod_id`, errorCode.notAllowed, detail);
}
