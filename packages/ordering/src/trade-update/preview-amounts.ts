import type { CatalogLine, TradeImport } from '@trading-platform/domain-types';
import { toParts } from '../decimal/exact-decimal.js';
import { effectivePrice, type OrderDays, type PricedCatalogLine } from '../tax/effective-price.js';
import { headerAmounts } from '../tax/header-amounts.js';
import { amountsApart, type OrderedLine } from '../tax/trade-amounts.js';
import type { SlipDetail } from '../trade/stored-line.js';
import { partsOfReturn } from './return-amounts.js';
import { orderedLineOf, placesById } from './slip-lines.js';
import { sellerOf } from './slip-parties.js';
import type { SlipUpdate, SlipUpdateLine } from './slip-update.js';

/** The amount and invoice fields of a slip's header, without its FC part. */
export type PreviewedAmounts = ReturnType<typeof headerAmounts>;

/** The parts of an update that decide about amounts. */
export type UpdateOfAmounts = Pick<SlipUpdate, 'action' | 'detail_list' | 'trade_shipping' | 'hope_delivery_date'>;

/** The fields of an order-master line that decide about the amounts of a new line. */
export type PreviewedProduct = PricedCatalogLine & Pick<CatalogLine, 'tax_rate_code' | 'prod_lot_with_tax_code'>;

/** The data about the products that an update adds. */
export interface AddedProducts {
  readonly byCatalogId: ReadonlyMap<string, PreviewedProduct>;
  /** The day of the update, in the form `yyyy-MM-dd`. */
  readonly today: string;
}

const noProducts: AddedProducts = { byCatalogId: new Map(), today: '' };

/**
 * Calculates the amounts that a slip has after an accepted update or, for a return, the amounts of the slip that it
 * makes. The calculation uses only the slip (its prices, rates and rounding) and the products that the update adds, so
 * both sides can preview an update. The platform may come to other amounts if the slip has a price by delivery date and
 * the update moves this date, if the seller's tax rules have changed since the order, or if goods of the slip were
 * returned before.
 *
 * @returns the amounts; undefined if the slip and `added` do not contain all data, as for unknown products; `same` if
 * the update changes no amount
 */
export function previewAmounts(
  view: TradeImport,
  update: UpdateOfAmounts,
  added: AddedProducts = noProducts,
): PreviewedAmounts | 'same' | undefined {
  const { action, detail_list: named = [], trade_shipping } = update;
  if (action === 'return') return returned(view, named);
  if (action !== 'ship' && action !== 'change') return 'same';
  if (named.length === 0 && trade_shipping === undefined) return 'same';
  const lines =
    action === 'ship' ? shippedLines(view, named)?.map(orderedLineOf) : changedLines(view, update, named, added);
  if (lines === undefined) return undefined;
  if (trade_shipping === undefined && isSame(lines, view.detail_list ?? [])) return 'same';
  return amountsApart(lines, sellerOf(view), undefined, {
    shipping: trade_shipping ?? (view.trade_shipping || '0'),
    additional: view.trade_additional || '0',
  }).header;
}

/** All lines of the slip. The lines that the update names have its quantities and prices. */
function shippedLines({ detail_list = [] }: TradeImport, named: readonly SlipUpdateLine[]) {
  const places = placesById(detail_list);
  const newAt = new Map(named.map((line) => [places.get(line.trade_prod_id ?? ''), line]));
  if (newAt.has(undefined)) return undefined;
  return detail_list.map((line, place) => changed(line, newAt.get(place)));
}

/** Only the lines that the update names, because it contains the whole new list. */
function changedLines(
  { detail_list = [], hope_delivery_date = '' }: TradeImport,
  update: UpdateOfAmounts,
  named: readonly SlipUpdateLine[],
  { byCatalogId, today }: AddedProducts,
): readonly OrderedLine[] | undefined {
  const days = { order: today, delivery: update.hope_delivery_date ?? hope_delivery_date };
  const places = placesById(detail_list);
  const taken = new Set(named.map(({ trade_prod_id = '' }) => places.get(trade_prod_id)));
  const free = [...detail_list.keys()].filter((place) => !taken.has(place));
  const placeOf = ({ trade_prod_id, catalog_id }: SlipUpdateLine) => {
    if (trade_prod_id !== undefined) return places.get(trade_prod_id);
    const found = free.findIndex((place) => detail_list[place]!.my_catalog_id === catalog_id);
    return found === -1 ? undefined : free.splice(found, 1)[0];
  };
  const lines = named.map((line) => {
    const place = placeOf(line);
    if (place !== undefined) return orderedLineOf(changed(detail_list[place]!, line));
    const product = line.trade_prod_id === undefined ? byCatalogId.get(line.catalog_id ?? '') : undefined;
    return product && newLine(line, product, days);
  });
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** A new line has the price of the day on which it is added. */
function newLine({ prod_lot_qty }: SlipUpdateLine, product: PreviewedProduct, days: OrderDays): OrderedLine {
  return {
    quantity: prod_lot_qty,
    price: effectivePrice(product, days),
    taxRateCode: product.tax_rate_code,
    lotWithTaxCode: product.prod_lot_with_tax_code,
  };
}

function changed(line: SlipDetail, named: SlipUpdateLine | undefined): SlipDetail {
  if (named === undefined) return line;
  const { prod_lot_qty, prod_lot_price } = named;
  return { ...line, prod_lot_qty, ...(prod_lot_price === undefined ? {} : { prod_lot_price }) };
}

function isSame(lines: readonly OrderedLine[], former: readonly SlipDetail[]): boolean {
  return (
    lines.length === former.length &&
    lines.every(({ quantity, price, taxRateCode, lotWithTaxCode }, place) => {
      const before = orderedLineOf(former[place]!);
      const isTaxedSame = taxRateCode === before.taxRateCode && lotWithTaxCode === before.lotWithTaxCode;
      return isTaxedSame && isEqual(quantity, before.quantity) && isEqual(price, before.price);
    })
  );
}

function isEqual(one: string, other: string): boolean {
  return toParts(one) === toParts(other);
}

function returned(view: TradeImport, named: readonly SlipUpdateLine[]): PreviewedAmounts | undefined {
  const lines = view.detail_list ?? [];
  const returnedAt = quantitiesAt(view, named);
  const quantities = lines.map(({ prod_lot_qty }, place) => ({
    kept: prod_lot_qty || '0',
    returned: returnedAt.get(place) ?? '0',
  }));
  const isTooMuch = quantities.some((line) => toParts(line.returned) > toParts(line.kept));
  if (isTooMuch || returnedAt.has(undefined)) return undefined;
  return headerAmounts(partsOfReturn(view, quantities).seller, sellerOf(view));
}

/** The named quantities, by the place of their line. A line that the slip does not have has the place `undefined`. */
function quantitiesAt({ detail_list = [] }: TradeImport, named: readonly SlipUpdateLine[]) {
  const places = placesById(detail_list);
  return new Map(named.map((line) => [places.get(line.trade_prod_id ?? ''), line.prod_lot_qty]));
}
