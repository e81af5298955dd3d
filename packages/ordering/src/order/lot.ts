import type { CatalogLine } from '@trading-platform/domain-types';
import { type ErrorText, errorText } from '@trading-platform/domain-types/error-texts';
import { toParts } from '../decimal/exact-decimal.js';

/** The lot sizes of an order-master line. An empty lot size or 0 has no effect. */
export type Lots = Pick<CatalogLine, 'minimum_lot' | 'multiple_lot'>;

/** Rule "lot": the quantity must be at least the minimum lot, and must be a multiple of the lot (Spec 4.11). */
export function fitsLots(quantity: string, { minimum_lot, multiple_lot }: Lots): boolean {
  const ordered = toParts(quantity);
  const multiple = toParts(multiple_lot);
  return ordered >= toParts(minimum_lot) && (multiple === 0n || ordered % multiple === 0n);
}

/** Says which quantities the lots allow. One of the two lot sizes has an effect. */
export function lotForm({ minimum_lot: least, multiple_lot: multiple }: Lots): ErrorText {
  if (toParts(multiple) === 0n) return errorText('lotLeast', { least });
  return toParts(least) > 0n
    ? errorText('lotLeastMultiple', { least, multiple })
    : errorText('lotMultiple', { multiple });
}
