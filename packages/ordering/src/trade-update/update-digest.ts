import { fromParts, toParts } from '../decimal/exact-decimal.js';
import { digestOf } from '../record/digest.js';
import type { SlipUpdate, SlipUpdateLine } from './slip-update.js';

/**
 * Computes a 16-byte digest of an update without its `update_no` and without the version that the caller saw. Updates with the same
 * meaning have the same digest, for example with `1.0` instead of `1`.
 */
export function updateDigest({
  update_no: _,
  version: __,
  batch_id: ___,
  seq: ____,
  detail_list,
  trade_shipping,
  ...update
}: SlipUpdate): Buffer {
  const content = {
    ...update,
    ...decimal('trade_shipping', trade_shipping),
    ...(detail_list === undefined ? {} : { detail_list: detail_list.map(lineContent) }),
  };
  return digestOf(JSON.stringify(inOrderOfNames(content)));
}

function lineContent({ prod_lot_qty, prod_lot_price, ...line }: SlipUpdateLine): object {
  return inOrderOfNames({
    ...line,
    ...decimal('prod_lot_qty', prod_lot_qty),
    ...decimal('prod_lot_price', prod_lot_price),
  });
}

function decimal(name: string, text: string | undefined): object {
  return text === undefined ? {} : { [name]: fromParts(toParts(text)) };
}

/** A field that is added to the request later does not change the digests of updates without it. */
function inOrderOfNames(content: object): readonly (readonly [string, unknown])[] {
  return Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
