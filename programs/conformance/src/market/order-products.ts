import { member } from './members.js';
import { buyLine, catalogLine, type Line, type ProductLine, product } from './products.js';

/** The order-master lines of the products that the kit orders. Each line is named after its special feature. */
export const orderLine = {
  /** Costs 101 yen without tax, standard rate. */
  standard: 'CK-O1',
  /** Costs 99 yen without tax, reduced rate. */
  reduced: 'CK-O2',
  /** Costs 50 yen, exempt from tax. */
  exempt: 'CK-O3',
  /** Costs 110 yen with tax, standard rate. */
  included: 'CK-O4',
  /** The minimum quantity is 4, and the quantity must be a multiple of 2. */
  lots: 'CK-O5',
  /** Costs 100 yen, but has an approved price of 120 yen since 2020. */
  approved: 'CK-O6',
  /** Costs 100 yen, but will have an approved price of 120 yen from 2099. */
  later: 'CK-O7',
  stopped: 'CK-O8',
  /** Delivered after 60 days. */
  slow: 'CK-O9',
  /** This line and `ambiguousOther` have the same private code. */
  ambiguousOne: 'CK-O10',
  ambiguousOther: 'CK-O11',
  /** Costs a ten-thousandth of a yen, so that any quantity of it gives a valid amount. */
  cheap: 'CK-O12',
  ofBlockedSeller: 'CK-OB1',
  ofClosedSeller: 'CK-OC1',
  /** Costs 105 yen without tax. The seller of this product computes tax per line and rounds half up. */
  perLine: 'CK-OL1',
  perLineReduced: 'CK-OL2',
} as const;

/** The buyer's own codes: the code of `orderLine.standard`, and a code that two lines share. */
export const ownCode = { standard: 'CK-OWN1', ambiguous: 'CK-OWN2' } as const;

const approval = { prod_lot_price: '100', approval_prod_lot_price: '120' };

const lines: readonly (readonly [id: string, seller: string, change: Line])[] = [
  [orderLine.standard, member.seller, { prod_lot_price: '101', private_item_code: ownCode.standard }],
  [orderLine.reduced, member.seller, { prod_lot_price: '99', tax_rate_code: '1' }],
  [orderLine.exempt, member.seller, { prod_lot_price: '50', tax_rate_code: '2' }],
  [orderLine.included, member.seller, { prod_lot_price: '110', prod_lot_with_tax_code: '1' }],
  [orderLine.lots, member.seller, { minimum_lot: '4', multiple_lot: '2' }],
  [orderLine.approved, member.seller, { ...approval, price_change_st_date: '2020-01-01' }],
  [orderLine.later, member.seller, { ...approval, price_change_st_date: '2099-01-01' }],
  [orderLine.stopped, member.seller, { sell_stop_active_code: '1' }],
  [orderLine.slow, member.seller, { lead_time: '60' }],
  [orderLine.ambiguousOne, member.seller, { private_item_code: ownCode.ambiguous }],
  [orderLine.ambiguousOther, member.seller, { private_item_code: ownCode.ambiguous }],
  [orderLine.cheap, member.seller, { prod_lot_price: '0.0001' }],
  [orderLine.ofBlockedSeller, member.blockedSeller, {}],
  [orderLine.ofClosedSeller, member.closedSeller, {}],
  [orderLine.perLine, member.perLineSeller, { prod_lot_price: '105' }],
  [orderLine.perLineReduced, member.perLineSeller, { prod_lot_price: '94', tax_rate_code: '1' }],
];

export const orderProducts: readonly ProductLine[] = lines.map(([id, seller, change]) =>
  product('head', seller, { buy: [buyLine(id)], catalog: [catalogLine(id, change)] }, { customer_code: 'CK-A' }),
);

/** Settings between `head` and the sellers of the orders. One seller is blocked, and one never delivers. */
export const orderSettings = {
  orderblock: [pair(member.blockedSeller, { orderblock: [{ order_block_flg: '1' }] })],
  nottrade: [
    pair(member.closedSeller, {
      nottrade: [{ establish_flg: '1', prohibit_flg: '0', week_flg: '1111111', warning_type: '0' }],
    }),
  ],
} as const;

function pair(member_code_seller: string, rows: object) {
  return { member_code_buyer: member.head, seller_list: [{ member_code_seller, ...rows }] };
}

/** The delivery places of `head` and of its store. */
export const deliveryPlaces: readonly object[] = [
  place(member.head, 'CK-D1', 'DOCK', '1'),
  place(member.head, 'CK-D2', 'GATE', '0'),
  place(member.head, 'CK-D3', 'YARD', '0'),
  place(member.store, 'CK-D9', 'SHOP', '1'),
];

function place(member_code: string, delivery_place_id: string, code: string, default_flg: string) {
  return { member_code, delivery_place_id, delivery_place_code: code, delivery_place_name: `The ${code}`, default_flg };
}
