import { tradeDetail, tradeRecord } from '@trading-platform/domain-types';
import type { Member } from '../src/member/member.js';
import type { AcceptedOrder } from '../src/order/judge-order.js';
import type { PricedLine } from '../src/order/order-amounts.js';
import type { SlipNumbers } from '../src/order/slip-views.js';
import { Exact, modes, SlowSlip } from './slow-slip.js';

type Texts = Readonly<Record<string, unknown>>;

/**
 * Returns both sides' records of an order that was sent on 18 November 2026 at ten o'clock. The test writes every field in the
 * order of section 2.5.
 */
export function referenceViews(accepted: AcceptedOrder, numbers: SlipNumbers) {
  return { buyer: recordOf(accepted, numbers, 'buyer'), seller: recordOf(accepted, numbers, 'seller') };
}

const [day, time] = ['2026-11-18', '10:00:00'];

function recordOf(accepted: AcceptedOrder, { tradeId, checkNumber }: SlipNumbers, side: 'buyer' | 'seller'): Texts {
  const { order, pair, deliveryPlace, lines } = accepted;
  const [self, partner] = side === 'buyer' ? [pair.buyer, pair.seller] : [pair.seller, pair.buyer];
  const isSent = order.send_flg === '1';
  const contact = lines[0]?.product.header;
  const prices = lines.map((line) => priceOf(line, order.hope_delivery_date));
  const amounts = amountsOf(lines, prices, pair.seller);
  const fcPrices = lines.map((line, index) => fcPriceOf(line, prices[index] ?? '', order.hope_delivery_date));
  const fc = pair.fcOwner && { owner: pair.fcOwner, ...amountsOf(lines, fcPrices, pair.fcOwner) };
  return complete(tradeRecord.fieldNames, {
    trade_id: tradeId,
    status_code: isSent ? '40' : '10',
    status_day: day,
    check_number: checkNumber,
    member_code_self: self.memberCode,
    order_day: day,
    hope_delivery_date: order.hope_delivery_date,
    delivery_date: order.hope_delivery_date,
    delivery_place_name: deliveryPlace?.deliveryPlaceName,
    delivery_place_code: deliveryPlace?.deliveryPlaceCode,
    send_date: isSent ? day : '',
    send_time: isSent ? time : '',
    order_send_date: isSent ? day : '',
    order_send_time: isSent ? time : '',
    seller_cancel_flg: '0',
    resend_flg: '0',
    order_trade_comment: order.order_trade_comment,
    group_code: self.groupCode,
    self_group_code: self.groupCode,
    member_name_self: self.memberName,
    member_name_partner: partner.memberName,
    customer_code: side === 'buyer' ? contact?.customer_code : pair.sellersCustomerCode,
    op_name_self: side === 'buyer' ? contact?.op_name : '',
    private_op_code: side === 'buyer' ? contact?.private_op_code : '',
    fc_owner_name: fc?.owner.memberName,
    fc_owner_member_code: fc?.owner.memberCode,
    fc_owner_code: fc && pair.buyer.fcOwnerCode,
    fc_direct_trade_flg: fc && '0',
    trade_shipping: '0',
    trade_shipping_tax: '0',
    shipping_tax_excluded: '0',
    trade_additional: '0',
    ...partOf(amounts, pair.seller, ''),
    ...(fc && partOf(fc, fc.owner, 'fc_')),
    partner_group_list: [
      ...(partner.memberGroupCode === '' ? [] : [group(partner.memberGroupCode, '')]),
      ...(partner.groupCode === '' ? [] : [group(partner.groupCode, partner.groupName)]),
    ],
    detail_list: lines.map(({ line, product: { catalog, buy } }, index) => {
      const amount = amounts.lines[index];
      const fcAmount = fc?.lines[index];
      const own = side === 'buyer';
      return complete(tradeDetail.fieldNames, {
        trade_prod_id: `${tradeId}${String(1001 + index).slice(1)}`,
        item_id: catalog.item_id,
        item_name: catalog.item_name,
        item_spec: catalog.item_spec,
        item_number: catalog.item_number,
        item_unit_code: catalog.item_unit_code,
        prod_lot_qty: line.prod_lot_qty,
        prod_unit_code: catalog.prod_unit_code,
        prod_lot_with_tax: catalog.prod_lot_with_tax_code === '1' ? '1' : '0',
        tax_free_flg: catalog.tax_rate_code === '2' ? '1' : '0',
        prod_remarks: line.prod_remarks,
        reduced_tax_rate_flg: catalog.tax_rate_code === '1' ? '1' : '0',
        mod_flg: '0',
        tax: amount?.tax,
        prod_tax: amount?.tax,
        prod_lot_price: prices[index],
        prod_price_tax_excluded: amount?.priceTaxExcluded,
        prod_lot_total: amount?.amount,
        prod_lot_total_tax_excluded: amount?.taxExcluded,
        prod_lot_sum: added(amount),
        tax_rate: { '1': '8', '2': '0' }[catalog.tax_rate_code] ?? '10',
        my_catalog_id: shortCode(catalog.catalog_id),
        private_item_id: own ? shortCode(catalog.private_item_code) : '',
        small_code: catalog.food_cat_small_code,
        item_unit_name: catalog.item_unit_name,
        order_prod_lot_qty: line.prod_lot_qty,
        prod_private_unit_code: own ? catalog.private_unit_code : '',
        prod_unit_name: catalog.prod_unit_name,
        order_prod_unit_name: catalog.prod_unit_name,
        my_catalog_change_date: catalog.update_date.slice(0, 10),
        fc_prod_lot_price: fc && fcPrices[index],
        fc_prod_price_tax_excluded: fcAmount?.priceTaxExcluded,
        fc_prod_lot_total: fcAmount?.amount,
        fc_lot_total_tax_excluded: fcAmount?.taxExcluded,
        fc_prod_lot_tax: fcAmount?.tax,
        fc_prod_tax: fcAmount?.tax,
        fc_prod_lot_sum: fcAmount && added(fcAmount),
        prod_free_text_1: own ? buy?.free_txt_item1 : '',
        prod_free_text_2: own ? buy?.free_txt_item2 : '',
        order_member_name: pair.buyer.memberName,
        subject_code_1: own ? buy?.subject_code : '',
        subject_name_1: own ? buy?.small_name : '',
        subject_code_1a: own ? buy?.auxiliary_subject_code : '',
        subject_name_1a: own ? buy?.auxiliary_small_name : '',
        subject_code_2: own ? buy?.correspond_subject_code : '',
        subject_name_2: own ? buy?.correspond_small_name : '',
        subject_code_2a: own ? buy?.correspond_auxiliary_subject_code : '',
        subject_name_2a: own ? buy?.correspond_auxiliary_small_name : '',
        item_seller_name: pair.seller.memberName,
      });
    }),
  });
}

function complete(names: readonly string[], given: Texts): Texts {
  return Object.fromEntries(
    names.filter((name) => !['batch_id', 'seq', 'create_date'].includes(name)).map((name) => [name, given[name] ?? '']),
  );
}

function group(partner_group_code: string, partner_group_name: string) {
  return { partner_group_code, partner_group_name };
}

function shortCode(code: string): string {
  return Array.from(code).length <= 20 ? code : '';
}

function priceOf({ product: { catalog } }: PricedLine, delivery: string): string {
  const compared = catalog.price_change_st_date_code === '1' ? delivery : day;
  if (catalog.approval_prod_lot_price !== '' && catalog.price_change_st_date <= compared) {
    return catalog.approval_prod_lot_price;
  }
  return catalog.prod_lot_price === '' ? '0' : catalog.prod_lot_price;
}

function fcPriceOf({ product: { fcRules } }: PricedLine, price: string, delivery: string): string {
  const rule = fcRules.find(({ dateBasis, validFrom, validTo }) => {
    const compared = dateBasis === 'order' ? day : delivery;
    return (validFrom === '' || compared >= validFrom) && (validTo === '' || compared <= validTo);
  });
  if (rule === undefined) return new Exact(price).floor().toFixed();
  if (rule.method === 'fixed') return rule.value;
  const percent = new Exact(100).plus(rule.value);
  return new Exact(price).times(percent).div(100).toDecimalPlaces(0, modes[rule.rounding]).toFixed();
}

function amountsOf(lines: readonly PricedLine[], prices: readonly string[], member: Member) {
  const rates = { '1': 'reduced', '2': 'exempt' } as const;
  const slip = new SlowSlip(
    lines.map(({ line, product: { catalog } }, index) => ({
      quantity: line.prod_lot_qty,
      price: prices[index] ?? '',
      rate: rates[catalog.tax_rate_code as '1' | '2'] ?? 'standard',
      taxIncluded: catalog.prod_lot_with_tax_code === '1',
    })),
    { method: methodOf(member), rounding: roundingOf(member) },
  );
  return slip.amounts();
}

function methodOf({ taxCalcMethod }: Member) {
  return (taxCalcMethod === '' ? '1' : taxCalcMethod) as '0' | '1' | '2';
}

function roundingOf({ belowDecPoint }: Member) {
  return (belowDecPoint === '' ? '0' : belowDecPoint) as '0' | '1' | '2';
}

function added(amount: { readonly taxExcluded: string; readonly tax: string } | undefined): string {
  return new Exact(amount?.taxExcluded ?? 0).plus(amount?.tax ?? 0).toFixed();
}

function partOf({ rates, overall }: ReturnType<SlowSlip['amounts']>, member: Member, prefix: string): Texts {
  const invoice = member.invoiceMemberKbn === '2' ? '' : member.invoiceRegNo;
  const { standard, reduced, exempt } = rates;
  const part = {
    trade_subtotal: overall.taxExcluded,
    trade_tax: overall.tax,
    shipping_tax: '0',
    prod_total_tax_excluded_total: overall.taxExcluded,
    prod_tax_total: overall.tax,
    trade_total: added(overall),
    tax_calc_method: methodOf(member),
    below_dec_point: roundingOf(member),
    trade_subtotal_normal: standard.taxExcluded,
    trade_tax_normal: standard.tax,
    trade_subtotal_reduced: reduced.taxExcluded,
    trade_tax_reduced: reduced.tax,
    trade_tax_free_total: exempt.taxExcluded,
    invoice_method_flg: invoice === '' ? '0' : '1',
    invoice_reg_no: invoice,
    invoice_member_kbn: member.invoiceMemberKbn,
    tax_excluded_total_std_rate: standard.taxExcluded,
    tax_excluded_total_rds_rate: reduced.taxExcluded,
    tax_excluded_total_tax_free: exempt.taxExcluded,
    tax_excluded_total: overall.taxExcluded,
    tax_total_std_rate: standard.tax,
    tax_total_rds_rate: reduced.tax,
    tax_total: overall.tax,
    total_std_rate: added(standard),
    total_rds_rate: added(reduced),
  };
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [prefix + name, value]));
}
