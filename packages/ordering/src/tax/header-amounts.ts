import { flag, invoiceMemberKbn, type TradeRecord } from '@trading-platform/domain-types';
import { fromParts, partsOfOne, toParts } from '../decimal/exact-decimal.js';
import type { Member } from '../member/member.js';
import { amountRulesOf } from './amount-rules.js';
import { type SlipAmounts, withTax } from './slip-amounts.js';
import type { TaxedAmount } from './tax-of-lines.js';

/** The member whose tax rules and invoice fields are used: the seller or, in the FC part, the FC owner. */
export type InvoicingMember = Pick<Member, 'taxCalcMethod' | 'belowDecPoint' | 'invoiceMemberKbn' | 'invoiceRegNo'>;

/** The amounts of a slip that belong to no product. */
export interface OtherAmounts {
  /** The shipping costs, which are a line of their own, after all others. Undefined if there are none. */
  readonly shipping?: TaxedAmount | undefined;
  /** An amount that is added to the total of the slip, in yen, as a decimal. */
  readonly additional?: string;
}

/**
 * Returns the amount and invoice fields of a slip's header (Spec 2.5). For a slip that this platform creates, shipping costs and
 * additional amounts are 0. The seller may add shipping costs when it ships the goods.
 *
 * @param amounts the amounts of all lines, including the line of shipping costs
 */
export function headerAmounts(amounts: SlipAmounts, seller: InvoicingMember, other: OtherAmounts = {}) {
  const { shipping = noShipping, additional = '0' } = other;
  return {
    ...partAmounts(amounts, seller, shipping),
    trade_shipping: String(shipping.taxExcluded),
    trade_shipping_tax: String(shipping.tax),
    shipping_tax_excluded: String(shipping.taxExcluded),
    trade_additional: additional,
    ...(additional === '0' ? {} : { trade_total: totalWith(amounts, additional) }),
  } satisfies Partial<TradeRecord>;
}

function totalWith({ overall }: SlipAmounts, additional: string): string {
  return fromParts(withTax(overall) * partsOfOne + toParts(additional));
}

/** Returns the same fields for the FC part, with names that begin with `fc_` (Spec 2.5). */
export function fcHeaderAmounts(amounts: SlipAmounts, owner: InvoicingMember, shipping: TaxedAmount = noShipping) {
  const fields = Object.entries(partAmounts(amounts, owner, shipping));
  return Object.fromEntries(fields.map(([name, value]) => [`fc_${name}`, value])) as FcHeaderAmounts;
}

type FcHeaderAmounts = { readonly [Name in keyof PartAmounts as `fc_${Name}`]: string };
type PartAmounts = ReturnType<typeof partAmounts>;

const noShipping: TaxedAmount = { taxExcluded: 0n, tax: 0n };

/** Returns the fields that exist both in the seller's part and in the FC part. */
function partAmounts({ rates, overall }: SlipAmounts, member: InvoicingMember, shipping: TaxedAmount) {
  const { standard, reduced, exempt } = rates;
  const rules = amountRulesOf(member);
  return {
    trade_subtotal: String(overall.taxExcluded),
    trade_tax: String(overall.tax),
    prod_total_tax_excluded_total: String(overall.taxExcluded - shipping.taxExcluded),
    prod_tax_total: String(overall.tax - shipping.tax),
    shipping_tax: String(shipping.tax),
    trade_total: String(withTax(overall)),
    tax_calc_method: rules.method,
    below_dec_point: rules.rounding,
    trade_subtotal_normal: String(standard.taxExcluded),
    trade_tax_normal: String(standard.tax),
    trade_subtotal_reduced: String(reduced.taxExcluded),
    trade_tax_reduced: String(reduced.tax),
    trade_tax_free_total: String(exempt.taxExcluded),
    ...invoiceNumber(member),
    tax_excluded_total_std_rate: String(standard.taxExcluded),
    tax_excluded_total_rds_rate: String(reduced.taxExcluded),
    tax_excluded_total_tax_free: String(exempt.taxExcluded),
    tax_excluded_total: String(overall.taxExcluded),
    tax_total_std_rate: String(standard.tax),
    tax_total_rds_rate: String(reduced.tax),
    tax_total: String(overall.tax),
    total_std_rate: String(withTax(standard)),
    total_rds_rate: String(withTax(reduced)),
  } satisfies Partial<TradeRecord>;
}

/**
 * Rule "invoice": a member that is exempt from tax cannot issue invoices and has no registration number (Consumption Tax Act,
 * article 57-2). The field `invoice_method_flg` says whether the member has a registration number.
 */
function invoiceNumber({ invoiceMemberKbn: kbn, invoiceRegNo }: InvoicingMember) {
  const number = kbn === invoiceMemberKbn.exempt ? '' : invoiceRegNo;
  return {
    invoice_method_flg: number === '' ? flag.off : flag.on,
    invoice_reg_no: number,
    invoice_member_kbn: kbn,
  } satisfies Partial<TradeRecord>;
}
