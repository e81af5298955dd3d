import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { error } from '../order/judge-order.js';

/** Returns the error of a line that is not a line of the slip. */
export function unknownLineError(index: number): ErrorEntry {
  return error(`detail_list[${index}].trade_prod_id`, errorCode.notAllowed, errorText('lineUnknown'));
}
