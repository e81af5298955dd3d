import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { error } from '../order/judge-order.js';
import type { FindProduct } from '../order/order-product.js';
import { asCode } from '../order/slip-views.js';
import type { SlipDetail } from '../trade/stored-line.js';
import { placesById } from './slip-lines.js';
import type { SlipUpdateLine } from './slip-update.js';
import { unknownLineError } from './unknown-line.js';

/** A line of a changed order, and the line of the slip from which it comes. */
export interface MatchedLine {
  /** The place of the line in the slip, or undefined if the line is new. */
  readonly kept: number | undefined;
  readonly named: SlipUpdateLine | undefined;
  /** The field that names the product in errors. */
  readonly item: string;
  /** The prefix of the fields of the line: `detail_list[2].` */
  readonly at?: string;
  readonly errors: readonly ErrorEntry[];
}

/**
 * Rule "same line": finds the line of the slip to which a line of a change belongs. A line with a `trade_prod_id`
 * belongs to the line of the slip with this id. The other lines are matched by product with the lines of the slip that
 * no id names: the first line of a product with the first such line, the second with the second, and so on. All lines
 * without a match are new.
 */
export function matchLines(
  former: readonly SlipDetail[],
  named: readonly SlipUpdateLine[],
  findProduct: FindProduct,
): readonly MatchedLine[] {
  const places = placesById(former);
  const taken = new Set(named.flatMap(({ trade_prod_id = '' }) => places.get(trade_prod_id) ?? []));
  const free = Map.groupBy(
    [...former.keys()].filter((place) => !taken.has(place)),
    (place) => productKey(former[place]!),
  );
  return named.map((line, index) => {
    const at = `detail_list[${index}].`;
    if (line.trade_prod_id !== undefined) {
      const kept = places.get(line.trade_prod_id);
      const errors = kept === undefined ? [unknownLineError(index)] : otherProductErrors(line, former[kept]!, at);
      return { kept, named: line, item: `${at}trade_prod_id`, at, errors };
    }
    const item = at + (line.catalog_id === undefined ? 'private_item_code' : 'catalog_id');
    const kept = keysOf(line, former, findProduct)
      .map((key) => free.get(key)?.shift())
      .find((place) => place !== undefined);
    return { kept, named: line, item, at, errors: [] };
  });
}

/** The key of a product in the lines of a slip. A `catalog_id` that is too long for a slip is missing there. */
function productKey({ my_catalog_id = '', item_id = '' }: SlipDetail): string {
  return my_catalog_id === '' ? `item ${item_id}` : my_catalog_id;
}

function keysOf(line: SlipUpdateLine, former: readonly SlipDetail[], findProduct: FindProduct): readonly string[] {
  const { catalog_id, private_item_code = '', prod_lot_qty } = line;
  if (catalog_id !== undefined && asCode('my_catalog_id', catalog_id) !== '') return [catalog_id];
  const product = findProduct({ line_no: '', prod_lot_qty, private_item_code, ...(catalog_id && { catalog_id }) });
  if (typeof product !== 'string') {
    return [
      productKey({ my_catalog_id: asCode('my_catalog_id', product.catalogId), item_id: product.catalog.item_id }),
    ];
  }
  // A product that cannot be ordered any more is still found by the own code in the buyer's view.
  const ordered = former.filter(
    ({ private_item_id = '' }) => private_item_code !== '' && private_item_id === private_item_code,
  );
  return [...new Set(ordered.map(productKey))];
}

function otherProductErrors(
  { catalog_id, private_item_code }: SlipUpdateLine,
  { my_catalog_id = '', private_item_id = '' }: SlipDetail,
  at: string,
): readonly ErrorEntry[] {
  const detail = errorText('lineOfOtherProduct');
  return [
    ...(isOther('my_catalog_id', catalog_id, my_catalog_id)
      ? [error(`${at}catalog_id`, errorCode.notAllowed, detail)]
      : []),
    ...(isOther('private_item_id', private_item_code, private_item_id)
      ? [error(`${at}private_item_code`, errorCode.notAllowed, detail)]
      : []),
  ];
}

function isOther(field: 'my_catalog_id' | 'private_item_id', sent: string | undefined, stored: string): boolean {
  return sent !== undefined && stored !== '' && asCode(field, sent) !== stored;
}
