import type { TradeImport } from '@trading-platform/domain-types';
import { toParts } from '../decimal/exact-decimal.js';
import { headerAmounts } from '../tax/header-amounts.js';
import { amountsApart } from '../tax/trade-amounts.js';
import type { SlipDetail } from '../trade/stored-line.js';
import { partsOfReturn } from './return-amounts.js';
import { orderedLineOf, placesById } from './slip-lines.js';
import { sellerOf } from './slip-parties.js';
import type { SlipUpdate, SlipUpdateLine } from './slip-update.js';

/** The amount and invoice fields of a slip's header, without its FC part. */
export type PreviewedAmounts = ReturnType<typeof headerAmounts>;

/** The parts of an update that decide about amounts. */
export type UpdateOfAmounts = Pick<SlipUpdate, 'action' | 'detail_list' | 'trade_shipping'>;

/**
 * Calculates the amounts that a slip has after an accepted update or, for a return, the amounts of the slip that it makes. It uses
 * only the slip itself, with its prices, rates and rounding, so every side can preview an update. The platform may come to other
 * amounts if the slip has a price by delivery date and the update moves this date, if the seller's tax rules have changed since the
 * order, or if goods of the slip were returned before.
 *
 * @returns undefined if the slip does not tell them, as for products that it does not have; `same` if the update changes none
 */
export function previewAmounts(view: TradeImport, update: UpdateOfAmounts): PreviewedAmounts | 'same' | undefined {
  const { action, detail_list: named = [], trade_shipping } = update;
  if (action === 'return') return returned(view, named);
  if (action !== 'ship' && action !== 'change') return 'same';
  if (named.length === 0 && trade_shipping === undefined) return 'same';
  const lines = action === 'ship' ? shippedLines(view, named) : changedLines(view, named);
  if (lines === undefined) return undefined;
  if (trade_shipping === undefined && isSame(lines, view.detail_list ?? [])) return 'same';
  return amountsApart(lines.map(orderedLineOf), sellerOf(view), undefined, {
    shipping: trade_shipping ?? (view.trade_shipping || '0'),
    additional: view.trade_additional || '0',
  }).header;
}

/** All lines of the slip. Those that the update names have its quantities and prices. */
function shippedLines({ detail_list = [] }: TradeImport, named: readonly SlipUpdateLine[]) {
  const places = placesById(detail_list);
  const newAt = new Map(named.map((line) => [places.get(line.trade_prod_id ?? ''), line]));
  if (newAt.has(undefined)) return undefined;
  return detail_list.map((line, place) => changed(line, newAt.get(place)));
}

/** The lines that the update names, because it names the whole new list. */
function changedLines({ detail_list = [] }: TradeImport, named: readonly SlipUpdateLine[]) {
  const places = placesById(detail_list);
  const lines = named.flatMap((line) => {
    const place = places.get(line.trade_prod_id ?? '');
    return place === undefined ? [] : [changed(detail_list[place]!, line)];
  });
  return lines.length === named.length ? lines : undefined;
}

function changed(line: SlipDetail, named: SlipUpdateLine | undefined): SlipDetail {
  if (named === undefined) return line;
  const { prod_lot_qty, prod_lot_price } = named;
  return { ...line, prod_lot_qty, ...(prod_lot_price === undefined ? {} : { prod_lot_price }) };
}

function isSame(lines: readonly SlipDetail[], former: readonly SlipDetail[]): boolean {
  return (
    lines.length === former.length &&
    lines.every(({ prod_lot_qty, prod_lot_price }, place) => {
      const before = former[place];
      return isEqual(prod_lot_qty, before?.prod_lot_qty) && isEqual(prod_lot_price, before?.prod_lot_price);
    })
  );
}

function isEqual(one = '', other = ''): boolean {
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
