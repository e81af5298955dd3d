import { amountFields, isSignedAmount, type TradeImport, tradeAmountFields } from '@trading-platform/domain-types';
import { type ErrorText, errorText } from '@trading-platform/domain-types/error-texts';
import type { StoredSlip } from './update-judgement.js';

/** The reason why no action can change an imported slip. */
export type UnusableReason = 'one-view' | 'views-disagree' | 'amounts-as-text';

type Detail = NonNullable<TradeImport['detail_list']>[number];

const sameInViews = [
  'status_code',
  'order_day',
  'hope_delivery_date',
  'delivery_date',
  'fc_owner_member_code',
  ...tradeAmountFields,
] as const satisfies readonly (keyof TradeImport)[];

const sameInLines = [
  'trade_prod_id',
  'item_id',
  'prod_lot_qty',
  'order_prod_lot_qty',
  'prod_lot_with_tax',
  'tax_free_flg',
  'reduced_tax_rate_flg',
  'tax',
  'prod_lot_price',
  'prod_lot_total',
  'prod_lot_total_tax_excluded',
  'prod_lot_sum',
] as const satisfies readonly (keyof Detail)[];

type ViewsOfSlip = Pick<StoredSlip, 'buyer' | 'seller' | 'isMadeHere'>;

/**
 * Rule "usable": an action changes both views of a slip in the same way. So both views must be stored, and their
 * states, dates, lines and shared amounts must agree. Amounts must be numbers. All slips that the platform makes are
 * usable, so they are not checked.
 */
export function whyUnusable({ buyer, seller, isMadeHere = false }: ViewsOfSlip): UnusableReason | undefined {
  if (buyer === undefined || seller === undefined) return 'one-view';
  if (isMadeHere) return undefined;
  if (!agree(buyer, seller, sameInViews) || !linesAgree(buyer.detail_list ?? [], seller.detail_list ?? [])) {
    return 'views-disagree';
  }
  return [buyer, seller].every(hasNumbers) ? undefined : 'amounts-as-text';
}

/** The errors of updates of a slip that no action can change. */
export const unusableTexts: Readonly<Record<UnusableReason, ErrorText>> = {
  'one-view': errorText('oneView'),
  'views-disagree': errorText('viewsDisagree'),
  'amounts-as-text': errorText('amountsAsText'),
};

function agree<Fields extends object>(one: Fields, other: Fields, names: readonly (keyof Fields)[]): boolean {
  return names.every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

function linesAgree(one: readonly Detail[], other: readonly Detail[]): boolean {
  return one.length === other.length && one.every((line, place) => agree(line, other[place]!, sameInLines));
}

function hasNumbers(view: TradeImport): boolean {
  return (
    areNumbers(view, amountFields.trade) &&
    (view.detail_list ?? []).every((line) => areNumbers(line, amountFields.detail_list))
  );
}

function areNumbers(record: object, names: readonly string[]): boolean {
  return names.every((name) => {
    const value = (record as Readonly<Record<string, string | undefined>>)[name] ?? '';
    return value === '' || isSignedAmount(value);
  });
}
