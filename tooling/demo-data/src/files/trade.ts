import { fcPriceMethod, lotPriceTax, rounding, tradeImport } from '@trading-platform/domain-types';
import { calculateFcPrice, type FcPart, type OrderedLine, tradeAmounts } from '@trading-platform/ordering';
import { dayText, momentText, timeText } from '../calendar.js';
import { pairsOf } from '../market/assortment.js';
import { fcRatePercent } from '../market/fc-rate.js';
import type { Market, Member } from '../market/market.js';
import { makeSlip, type Slip, type SlipLine } from '../market/slip.js';
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

/** The lines of the trade file. Each slip has two lines: the view of the buyer, then the view of the seller. */
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

/** The fields that are equal for both sides of a slip. */
function sharedValues(slip: Slip, random: Random): RecordValues {
  const { buyer, supplier } = slip.pair;
  const lines = slip.lines.map(orderedLine);
  const fc = buyer.fcOwner === undefined ? undefined : fcPart(lines, buyer.fcOwner);
  const { header, details } = tradeAmounts(lines, supplier.member, fc);
  const place = random.pick(placesOf(buyer));
  return {
    ...headerValues(slip, place, random),
    ...header,
    detail_list: details.map((amounts, index) => ({ ...detailValues(slip, index, random), ...amounts })),
  };
}

function orderedLine({ pairProduct, delivered }: SlipLine): OrderedLine {
  return {
    quantity: String(delivered),
    price: pairProduct.price,
    taxRateCode: pairProduct.product.taxRateCode,
    lotWithTaxCode: pairProduct.taxIncluded ? lotPriceTax.included : lotPriceTax.excluded,
  };
}

/**
 * The amount that the store pays to its FC owner. The amount consists of the supplier's price and the owner's share.
 */
function fcPart(lines: readonly OrderedLine[], owner: Member): FcPart {
  const rule = { method: fcPriceMethod.rate, value: String(fcRatePercent(owner)), rounding: rounding.halfUp };
  return { owner, prices: lines.map(({ price }) => String(calculateFcPrice(price, rule))) };
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

function detailValues(slip: Slip, index: number, random: Random): RecordValues {
  const { pairProduct, ordered, delivered } = slip.lines[index] as SlipLine;
  const { product } = pairProduct;
  const { packing, unitCode, privateUnitCode, category } = product;
  const { account } = category.middle.large;
  const isChanged = ordered !== delivered;
  return {
    trade_prod_id: `${tradeId(slip)}${String(index + 1).padStart(3, '0')}`,
    item_id: product.itemId,
    item_name: product.name,
    item_spec: packing.spec,
    item_number: packing.number,
    item_unit_code: unitCode,
    prod_unit_code: unitCode,
    prod_remarks: isChanged ? remarks[0] : random.chance(0.03) ? random.pick(remarks) : '',
    mod_flg: isChanged ? '1' : '0',
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
