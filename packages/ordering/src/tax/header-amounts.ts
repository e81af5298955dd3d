import { flag, invoiceMemberKbn, type TradeRecord } from '@trading-platform/domain-types';
import type { Member } from '../member/member.js';
import { amountRulesOf } from './amount-rules.js';
import { type SlipAmounts, withTax } from './slip-amounts.js';

/** The member whose tax rules and invoice fields are used: the seller or, in the FC part, the FC owner. */
export type InvoicingMember = Pick<Member, 'taxCalcMethod' | 'belowDecPoint' | 'invoiceMemberKbn' | 'invoiceRegNo'>;

/**
 * Returns the amount and invoice fields of a slip's header (Spec 2.5). For a slip that this platform creates, shipping costs and
 * additional amounts are 0.
 */
export function headerAmounts(amounts: SlipAmounts, seller: InvoicingMember) {
  return {
    ...partAmounts(amounts, seller),
    trade_shipping: '0',
    trade_shipping_tax: '0',
    shipping_tax_excluded: '0',
    trade_additional: '0',
  } satisfies Partial<TradeRecord>;
}

/** Returns the same fields for the FC part, with names that begin with `fc_` (Spec 2.5). */
export function fcHeaderAmounts(amounts: SlipAmounts, owner: InvoicingMember) {
  const fields = Object.entries(partAmounts(amounts, owner));
  return Object.fromEntries(fields.map(([name, value]) => [`fc_${name}`, value])) as FcHeaderAmounts;
}

type FcHeaderAmounts = { readonly [Name in keyof PartAmounts as `fc_${Name}`]: string };
type PartAmounts = ReturnType<typeof partAmounts>;

/** Returns the fields that exist both in the seller's part and in the FC part. */
function partAmounts({ rates, overall }: SlipAmounts, member: InvoicingMember) {
  const { standard, reduced, exempt } = rates;
  const rules = amountRulesOf(member);
  return {
    trade_subtotal: String(overall.taxExcluded),
    trade_tax: String(overall.tax),
    prod_total_tax_excluded_total: String(overall.taxExcluded),
    prod_tax_total: String(overall.tax),
    shipping_tax: '0',
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
