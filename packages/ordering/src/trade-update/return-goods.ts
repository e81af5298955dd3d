import {
  type ErrorEntry,
  errorCode,
  flag,
  type SlipSide,
  slipStatus,
  type TradeImport,
} from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { fromParts, toParts } from '../decimal/exact-decimal.js';
import { formatDay } from '../delivery/civil-day.js';
import { formatSecondOfDay, type JapanTime } from '../delivery/japan-time.js';
import { error } from '../order/judge-order.js';
import { lineId } from '../order/slip-views.js';
import { detailAmounts, fcDetailAmounts } from '../tax/detail-amounts.js';
import { fcHeaderAmounts, headerAmounts } from '../tax/header-amounts.js';
import { type SlipDetail, wholeLine } from '../trade/stored-line.js';
import { type ActionResult, dayOfChange } from './changed-slip.js';
import { type LineQuantities, type PartsOfReturn, partsOfReturn } from './return-amounts.js';
import { placesById } from './slip-lines.js';
import { fcOwnerOf, sellerOf } from './slip-parties.js';
import type { SlipUpdateLine } from './slip-update.js';
import { unknownLineError } from './unknown-line.js';
import type { UsableUpdate } from './usable-update.js';

/** The buyer returns goods. The return is a separate slip with negative quantities (Spec 4.11). */
export function returnGoods(judged: UsableUpdate): ActionResult {
  const { slip, view, update, newNumbers } = judged;
  const lines = linesToReturn(view, update.detail_list ?? [], slip.life.returned);
  if (lines.errors.length > 0) return { errors: lines.errors };
  const numbers = newNumbers();
  const parts = partsOfReturn(view, lines.quantities);
  const viewOf = (side: SlipSide) => returnView(judged, side, numbers, lines.places, parts);
  return {
    changes: {
      life: { returned: lines.returned },
      made: { numbers, views: { buyer: viewOf('buyer'), seller: viewOf('seller') } },
    },
  };
}

interface LinesToReturn {
  readonly quantities: readonly LineQuantities[];
  /** The places of the returned lines, in the order of the slip. */
  readonly places: readonly number[];
  /** All returned quantities of the slip, including this return. */
  readonly returned: ReadonlyMap<string, string>;
  readonly errors: readonly ErrorEntry[];
}

function linesToReturn(
  { detail_list = [] }: TradeImport,
  named: readonly SlipUpdateLine[],
  formerly: ReadonlyMap<string, string>,
): LinesToReturn {
  const byId = placesById(detail_list);
  const keptOf = ({ trade_prod_id = '', prod_lot_qty = '' }: SlipDetail) =>
    fromParts(toParts(prod_lot_qty) - toParts(formerly.get(trade_prod_id) ?? '0'));
  const now = new Map<number, string>();
  const returned = new Map(formerly);
  const errors: ErrorEntry[] = [];
  for (const [index, { trade_prod_id = '', prod_lot_qty }] of named.entries()) {
    const place = byId.get(trade_prod_id);
    if (place === undefined) {
      errors.push(unknownLineError(index));
      continue;
    }
    const kept = keptOf(detail_list[place]!);
    if (toParts(prod_lot_qty) > toParts(kept)) errors.push(tooMuchError(index, kept));
    now.set(place, prod_lot_qty);
    returned.set(trade_prod_id, fromParts(toParts(formerly.get(trade_prod_id) ?? '0') + toParts(prod_lot_qty)));
  }
  return {
    quantities: detail_list.map((line, place) => ({ kept: keptOf(line), returned: now.get(place) ?? '0' })),
    places: [...now.keys()].toSorted((one, other) => one - other),
    returned,
    errors,
  };
}

function tooMuchError(index: number, kept: string): ErrorEntry {
  const isLeft = toParts(kept) > 0n;
  const detail = isLeft ? errorText('returnAtMost', { most: kept }) : errorText('nothingLeft');
  return error(`detail_list[${index}].prod_lot_qty`, errorCode.quantityAgainstLot, detail);
}

function returnView(
  { views, update, at }: UsableUpdate,
  side: SlipSide,
  { tradeId, checkNumber }: ReturnType<UsableUpdate['newNumbers']>,
  places: readonly number[],
  { seller, fc }: PartsOfReturn,
): TradeImport {
  const view = views[side];
  const details = places.map((place, index): SlipDetail => {
    const amounts = { ...detailAmounts(seller.lines[index]!), ...(fc && fcDetailAmounts(fc.lines[index]!)) };
    return {
      ...wholeLine(view.detail_list?.[place] ?? {}),
      ...amounts,
      trade_prod_id: lineId(tradeId, index + 1),
      order_prod_lot_qty: amounts.prod_lot_qty,
      mod_flg: flag.off,
      prod_remarks: '',
    };
  });
  return {
    ...view,
    ...ofReturn(view, at),
    trade_id: tradeId,
    check_number: checkNumber,
    order_trade_comment: update.order_trade_comment ?? '',
    ...headerAmounts(seller, sellerOf(view)),
    ...(fc && fcHeaderAmounts(fc, fcOwnerOf(view))),
    detail_list: details,
  };
}

/** Returns the fields in which the slip of a return differs from the received slip, except its numbers and amounts. */
function ofReturn(view: TradeImport, at: JapanTime) {
  return {
    status_code: slipStatus.returned,
    ...dayOfChange(at),
    trade_id_from: view.trade_id,
    check_number_from: view.check_number ?? '',
    send_date: formatDay(at.day),
    send_time: formatSecondOfDay(at.second),
    trade_comment: '',
    resend_flg: flag.off,
    seller_cancel_flg: flag.off,
    shipping_send_date: '',
    shipping_send_time: '',
    planned_shipping_day: '',
    receipt_day: '',
    perusal_flg: '',
  } satisfies Partial<TradeImport>;
}
