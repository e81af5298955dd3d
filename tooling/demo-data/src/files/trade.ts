import { tradeImport } from '@trading-platform/domain-types';
import { dayText, momentText, timeText } from '../calendar.js';
import { pairsOf } from '../market/assortment.js';
import { fcRatePercent } from '../market/fc-rate.js';
import type { Market, Member } from '../market/market.js';
import { makeSlip, type Slip } from '../market/slip.js';
import { type AmountLine, roundYen, type SlipAmounts, slipAmounts } from '../market/slip-amounts.js';
import { Random } from '../random.js';
import { type RecordValues, recordText } from '../record-text.js';
import { type Place, placesOf } from './delivery-places.js';

const text = recordText(tradeImport.fields);

const firstTradeId = 100_000_000_000;
const comments = [
  '早めの配送をお願いします',
  '裏口へ納品願います',
  '不在時は宅配ボックスへ',
  '請求書は本部宛にお願いします',
];
const remarks = ['欠品のため数量変更', '代替品', '特売', '冷凍'];

/** Lines of the trade file: of each slip the buyer's view, then the seller's. */
export function* tradeLines(market: Market, today: number): Generator<string> {
  const { tradeRecords } = market.size;
  if (tradeRecords === 0) return;
  const pairs = [...pairsOf(market)];
  const slips = Math.ceil(tradeRecords / 2);
  for (let number = 0; number < slips; number++) {
    const slip = makeSlip(market, pairs, number, slips, today);
    const random = new Random(market.seed, 17, number);
    const shared = sharedValues(slip, random);
    yield text({ ...shared, ...buyerView(slip, random) });
    if (number * 2 + 1 < tradeRecords) yield text({ ...shared, ...sellerView(slip, random) });
  }
}

/** What both sides of a slip see alike. */
function sharedValues(slip: Slip, random: Random): RecordValues {
  const { pair, lines } = slip;
  const amountLines = lines.map(
    ({ pairProduct, delivered }): AmountLine => ({
      quantity: delivered,
      price: Number(pairProduct.price),
      taxRate: taxRates[pairProduct.product.taxRateCode],
      taxIncluded: pairProduct.taxIncluded,
    }),
  );
  const seller = pair.supplier.member;
  const amounts = slipAmounts(amountLines, seller);
  const fc = pair.buyer.fcOwner === undefined ? undefined : fcPart(amountLines, pair.buyer.fcOwner);
  const place = random.pick(placesOf(pair.buyer));
  return {
    ...headerValues(slip, place, random),
    ...amountValues(amounts, seller),
    ...invoiceValues(amounts, seller),
    ...(fc === undefined ? {} : { ...fcAmountValues(fc), ...fcInvoiceValues(fc) }),
    detail_list: lines.map((_, index) => detailValues(slip, index, amounts, fc, random)),
  };
}

const taxRates = { '0': 10, '1': 8, '2': 0 } as const;

interface FcPart {
  readonly owner: Member;
  readonly prices: readonly number[];
  readonly amounts: SlipAmounts;
}

/** What the store pays to its owner: the supplier's price and the owner's part. */
function fcPart(lines: readonly AmountLine[], owner: Member): FcPart {
  const percent = 100 + fcRatePercent(owner);
  const prices = lines.map(({ price }) => roundYen(price * 2 * percent, 200, '2'));
  const fcLines = lines.map((line, index) => ({ ...line, price: prices[index] as number }));
  return { owner, prices, amounts: slipAmounts(fcLines, owner) };
}

function headerValues(slip: Slip, place: Place, random: Random): RecordValues {
  const { pair, original, sentDay, sentSecond } = slip;
  const owner = pair.buyer.fcOwner;
  return {
    trade_id: tradeId(slip),
    status_code: slip.status,
    status_day: day(slip.statusDay),
    check_number: checkNumber(slip),
    order_day: day(slip.orderDay),
    hope_delivery_date: day(slip.hopeDay),
    delivery_date: day(slip.deliveryDay),
    delivery_place_name: place.name,
    trade_id_from: original === undefined ? '' : tradeId(original),
    send_date: day(sentDay),
    send_time: sentDay === undefined ? '' : timeText(sentSecond),
    seller_cancel_flg: slip.status === '68' ? '1' : '0',
    trade_comment: random.chance(0.1) ? random.pick(comments) : '',
    resend_flg: sentDay !== undefined && random.chance(0.04) ? '1' : '0',
    check_number_from: original === undefined ? '' : checkNumber(original),
    order_send_date: day(sentDay),
    order_send_time: sentDay === undefined ? '' : timeText(sentSecond),
    order_trade_comment: random.chance(0.08) ? random.pick(comments) : '',
    fc_owner_name: owner?.name,
    fc_owner_member_code: owner?.code,
    fc_owner_code: pair.buyer.fcOwnerCode,
    fc_direct_trade_flg: owner === undefined ? '' : String(fcRatePercent(owner) % 2),
    delivery_place_code: place.code,
    delivery_place_id: place.id,
    shipping_send_date: day(slip.shippingDay),
    shipping_send_time: slip.shippingDay === undefined ? '' : timeText(random.int(18_000, 64_800)),
    slip_kind: slip.kind,
    use_ac_svc: random.chance(0.25) ? '1' : '2',
    planned_shipping_day: day(slip.plannedShippingDay),
    receipt_day: day(slip.receiptDay),
    update_date: momentText(slip.statusDay, Math.max(sentSecond, random.int(21_600, 82_800))),
  };
}

function buyerView({ pair }: Slip, random: Random): RecordValues {
  const { buyer, supplier } = pair;
  return {
    ...sides(buyer, supplier.member, `T${String(supplier.index + 1).padStart(5, '0')}`),
    perusal_flg: random.chance(0.8) ? '2' : '1',
  };
}

function sellerView({ pair }: Slip, random: Random): RecordValues {
  const { buyer, supplier } = pair;
  return { ...sides(supplier.member, buyer, `K${buyer.code}`), perusal_flg: random.chance(0.9) ? '2' : '1' };
}

function sides(self: Member, partner: Member, customerCode: string): RecordValues {
  return {
    member_code_self: self.code,
    member_name_self: self.name,
    group_code: self.groupCode,
    self_group_code: self.groupCode,
    op_name_self: self.operator,
    private_op_code: self.code.slice(-4),
    member_code_partner: partner.code,
    member_name_partner: partner.name,
    customer_code: customerCode,
    partner_group_list: [
      { partner_group_code: partner.memberGroupCode, partner_group_name: partner.groupName },
      { partner_group_code: partner.groupCode, partner_group_name: partner.groupName },
    ],
  };
}

function amountValues(
  { standard, reduced, exempt, taxExcluded, tax, total }: SlipAmounts,
  seller: Member,
): RecordValues {
  return {
    trade_subtotal: String(taxExcluded),
    trade_tax: String(tax),
    trade_shipping: '0',
    trade_shipping_tax: '0',
    prod_total_tax_excluded_total: String(taxExcluded),
    prod_tax_total: String(tax),
    shipping_tax_excluded: '0',
    shipping_tax: '0',
    trade_additional: '0',
    trade_total: String(total),
    tax_calc_method: seller.taxCalcMethod,
    below_dec_point: seller.belowDecPoint,
    trade_subtotal_normal: String(standard.taxExcluded),
    trade_tax_normal: String(standard.tax),
    trade_subtotal_reduced: String(reduced.taxExcluded),
    trade_tax_reduced: String(reduced.tax),
    trade_tax_free_total: String(exempt.taxExcluded),
  };
}

function invoiceValues(amounts: SlipAmounts, seller: Member): RecordValues {
  return {
    invoice_method_flg: seller.invoiceRegNo === '' ? '0' : '1',
    invoice_reg_no: seller.invoiceRegNo,
    invoice_member_kbn: seller.invoiceMemberKbn,
    ...rateValues(amounts, ''),
  };
}

function fcAmountValues({ amounts }: FcPart): RecordValues {
  const { standard, reduced, exempt, taxExcluded, tax, total } = amounts;
  return {
    fc_trade_subtotal: String(taxExcluded),
    fc_trade_tax: String(tax),
    fc_shipping_tax: '0',
    fc_prod_total_tax_excluded_total: String(taxExcluded),
    fc_prod_tax_total: String(tax),
    fc_trade_total: String(total),
    fc_trade_subtotal_normal: String(standard.taxExcluded),
    fc_trade_tax_normal: String(standard.tax),
    fc_trade_subtotal_reduced: String(reduced.taxExcluded),
    fc_trade_tax_reduced: String(reduced.tax),
    fc_trade_tax_free_total: String(exempt.taxExcluded),
  };
}

function fcInvoiceValues({ owner, amounts }: FcPart): RecordValues {
  return {
    fc_invoice_method_flg: '1',
    fc_invoice_reg_no: owner.invoiceRegNo,
    fc_invoice_member_kbn: owner.invoiceMemberKbn,
    fc_tax_calc_method: owner.taxCalcMethod,
    fc_below_dec_point: owner.belowDecPoint,
    ...rateValues(amounts, 'fc_'),
  };
}

/** The sums that an invoice shows, by tax rate. */
function rateValues({ standard, reduced, exempt, taxExcluded, tax }: SlipAmounts, prefix: string): RecordValues {
  return {
    [`${prefix}tax_excluded_total_std_rate`]: String(standard.taxExcluded),
    [`${prefix}tax_excluded_total_rds_rate`]: String(reduced.taxExcluded),
    [`${prefix}tax_excluded_total_tax_free`]: String(exempt.taxExcluded),
    [`${prefix}tax_excluded_total`]: String(taxExcluded),
    [`${prefix}tax_total_std_rate`]: String(standard.tax),
    [`${prefix}tax_total_rds_rate`]: String(reduced.tax),
    [`${prefix}tax_total`]: String(tax),
    [`${prefix}total_std_rate`]: String(standard.taxExcluded + standard.tax),
    [`${prefix}total_rds_rate`]: String(reduced.taxExcluded + reduced.tax),
  };
}

function detailValues(
  slip: Slip,
  index: number,
  amounts: SlipAmounts,
  fc: FcPart | undefined,
  random: Random,
): RecordValues {
  const line = slip.lines[index] as Slip['lines'][number];
  const { pairProduct, ordered, delivered } = line;
  const { product, price } = pairProduct;
  const { packing, unitCode, privateUnitCode, category } = product;
  const { account } = category.middle.large;
  const amount = amounts.lines[index] as SlipAmounts['lines'][number];
  const isChanged = ordered !== delivered;
  return {
    trade_prod_id: `${tradeId(slip)}${String(index + 1).padStart(3, '0')}`,
    item_id: product.itemId,
    item_name: product.name,
    item_spec: packing.spec,
    item_number: packing.number,
    item_unit_code: unitCode,
    prod_lot_qty: String(delivered),
    prod_unit_code: unitCode,
    prod_lot_with_tax: pairProduct.taxIncluded ? '1' : '0',
    tax_free_flg: product.taxRateCode === '2' ? '1' : '0',
    prod_remarks: isChanged ? remarks[0] : random.chance(0.03) ? random.pick(remarks) : '',
    reduced_tax_rate_flg: product.taxRateCode === '1' ? '1' : '0',
    mod_flg: isChanged ? '1' : '0',
    tax: String(amount.tax),
    prod_lot_price: price,
    prod_price_tax_excluded: String(amount.priceTaxExcluded),
    prod_lot_total: String(amount.total),
    prod_lot_total_tax_excluded: String(amount.taxExcluded),
    tax_rate: String(taxRates[product.taxRateCode]),
    my_catalog_id: pairProduct.catalogId,
    private_item_id: pairProduct.privateItemCode,
    small_code: category.code,
    item_unit_name: packing.unit,
    order_prod_lot_qty: String(ordered),
    prod_private_unit_code: privateUnitCode,
    prod_unit_name: packing.unit,
    order_prod_unit_name: packing.unit,
    order_member_name: slip.pair.buyer.name,
    subject_code_1: account.code,
    subject_name_1: account.name,
    subject_code_1a: category.middle.code,
    subject_name_1a: category.middle.name,
    item_seller_name: slip.pair.supplier.name,
    prod_tax: String(amount.tax),
    prod_lot_sum: String(amount.taxExcluded + amount.tax),
    ...(fc === undefined ? {} : fcDetailValues(fc, index)),
  };
}

function fcDetailValues({ prices, amounts }: FcPart, index: number): RecordValues {
  const amount = amounts.lines[index] as SlipAmounts['lines'][number];
  return {
    fc_prod_lot_price: String(prices[index]),
    fc_prod_price_tax_excluded: String(amount.priceTaxExcluded),
    fc_prod_lot_total: String(amount.total),
    fc_lot_total_tax_excluded: String(amount.taxExcluded),
    fc_prod_lot_tax: String(amount.tax),
    fc_prod_tax: String(amount.tax),
    fc_prod_lot_sum: String(amount.taxExcluded + amount.tax),
  };
}

function day(number: number | undefined): string {
  return number === undefined ? '' : dayText(number);
}

function tradeId({ number }: Slip): string {
  return String(firstTradeId + number);
}

function checkNumber({ number, orderDay }: Slip): string {
  return `${dayText(orderDay).slice(2).replaceAll('-', '')}-${String(number % 100_000).padStart(5, '0')}`;
}
