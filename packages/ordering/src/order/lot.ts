import type { CatalogLine } from '@trading-platform/domain-types';
import { toParts } from '../decimal/exact-decimal.js';

/** The lot sizes of an order-master line. An empty lot size or 0 has no effect. */
export type Lots = Pick<CatalogLine, 'minimum_lot' | 'multiple_lot'>;

/** Rule "lot": the quantity must be at least the minimum lot, and must be a multiple of the lot (Spec 4.11). */
export function fitsLots(quantity: string, { minimum_lot, multiple_lot }: Lots): boolean {
  const ordered = toParts(quantity);
  const multiple = toParts(multiple_lot);
  return ordered >= toParts(minimum_lot) && (multiple === 0n || ordered % multiple === 0n);
}

/** Describes in words the quantities that the lots allow. */
export function lotForm({ minimum_lot, multiple_lot }: Lots): string {
  const wanted = [
    ...(toParts(minimum_lot) > 0n ? [`at least ${minimum_lot}`] : []),
    ...(toParts(multiple_lot) > 0n ? [`a multiple of ${multiple_lot}`] : []),
  ];
  return `Order ${wanted.join(' and ')}.`;
}
