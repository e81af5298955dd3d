import {
  codeLength,
  flag,
  hasAtMost,
  hasControlCharacter,
  type PartnerGroup,
  sendFlg,
  slipKind,
  slipStatus,
  type TradeImport,
} from '@trading-platform/domain-types';
import { formatDay } from '../delivery/civil-day.js';
import { formatSecondOfDay, type JapanTime } from '../delivery/japan-time.js';
import { remembered } from '../delivery/remembered.js';
import type { Member } from '../member/member.js';
import { RecordInParts } from '../record/record-in-parts.js';
import { rateFields } from '../tax/trade-amounts.js';
import type { AcceptedOrder } from './judge-order.js';
import { taxingOf } from './order-amounts.js';
import type { OrderProduct } from './order-product.js';

/** The numbers that identify a slip. */
export interface SlipNumbers {
  readonly tradeId: string;
  /** The number that is meant for people. */
  readonly checkNumber: string;
}

/** One side's view of a slip, in the form of a line in a `trade` import file (Spec 2.5). */
export type TradeView = Omit<TradeImport, 'detail_list'> & {
  /** All lines of a product share the same fields about the product as their common part. */
  readonly detail_list: readonly RecordInParts<DetailImport>[];
};

/** The two views of one slip: the buyer's and the seller's. */
export interface SlipViews {
  readonly buyer: TradeView;
  readonly seller: TradeView;
}

/** Converts an accepted order to its slip. The slip is sent or, with `send_flg` 0, planned (Spec 4.11). */
export function slipViews(accepted: AcceptedOrder, numbers: SlipNumbers): SlipViews {
  const { buyer, seller, sellersCustomerCode } = accepted.pair;
  const shared = { ...orderFields(accepted, numbers), ...fcOwnerFields(accepted) };
  const { amounts } = accepted;
  const fieldsOf = productFieldsOf(accepted.pair);
  const details = accepted.lines.map(({ line, product }, index) => ({
    product: fieldsOf(product),
    own: {
      ...amounts.details[index],
      trade_prod_id: lineId(numbers.tradeId, index + 1),
      prod_remarks: line.prod_remarks ?? '',
      order_prod_lot_qty: line.prod_lot_qty,
    },
  }));
  const contact = accepted.lines[0]?.product.header;
  return {
    buyer: {
      ...shared,
      ...sideFields(buyer, seller, contact?.customer_code ?? ''),
      op_name_self: contact?.op_name ?? '',
      private_op_code: contact?.private_op_code ?? '',
      ...amounts.header,
      detail_list: details.map(({ product, own }) => new RecordInParts(product.buyer, own)),
    },
    seller: {
      ...shared,
      ...sideFields(seller, buyer, sellersCustomerCode),
      ...amounts.header,
      detail_list: details.map(({ product, own }) => new RecordInParts(product.seller, own)),
    },
  };
}

/** Makes the `trade_prod_id` of a line from its number. */
export function lineId(tradeId: string, number: number): string {
  return `${tradeId}${String(number).padStart(3, '0')}`;
}

/**
 * Returns the fields that change when a planned order is sent. In both views of the slip the same fields change, and amounts do
 * not change (Spec 4.11).
 */
export function sentFields(at: JapanTime) {
  const [day, time] = [formatDay(at.day), formatSecondOfDay(at.second)];
  return {
    status_code: slipStatus.ordered,
    status_day: day,
    send_date: day,
    send_time: time,
    order_send_date: day,
    order_send_time: time,
    update_date: `${day} ${time}`,
  } satisfies Partial<TradeImport>;
}

function orderFields({ order, deliveryPlace, at }: AcceptedOrder, { tradeId, checkNumber }: SlipNumbers) {
  const day = formatDay(at.day);
  const { status_code, status_day, update_date, ...sendTimes } = sentFields(at);
  const isSent = order.send_flg === sendFlg.send;
  return {
    trade_id: tradeId,
    check_number: checkNumber,
    status_code: isSent ? status_code : slipStatus.planned,
    status_day,
    order_day: day,
    hope_delivery_date: order.hope_delivery_date,
    delivery_date: order.hope_delivery_date,
    ...(isSent ? sendTimes : {}),
    order_trade_comment: order.order_trade_comment ?? '',
    delivery_place_id: deliveryPlace?.deliveryPlaceId ?? '',
    delivery_place_code: deliveryPlace?.deliveryPlaceCode ?? '',
    delivery_place_name: deliveryPlace?.deliveryPlaceName ?? '',
    seller_cancel_flg: flag.off,
    resend_flg: flag.off,
    slip_kind: slipKind.normal,
    update_date,
  } satisfies Partial<TradeImport>;
}

function fcOwnerFields({ pair: { buyer, fcOwner } }: AcceptedOrder): Partial<TradeImport> {
  if (fcOwner === undefined) return {};
  return {
    fc_owner_name: fcOwner.memberName,
    fc_owner_member_code: fcOwner.memberCode,
    fc_owner_code: buyer.fcOwnerCode,
    fc_direct_trade_flg: flag.off,
  };
}

function sideFields(self: Member, partner: Member, customerCode: string) {
  return {
    member_code_self: self.memberCode,
    member_name_self: self.memberName,
    group_code: self.groupCode,
    self_group_code: self.groupCode,
    member_code_partner: partner.memberCode,
    member_name_partner: partner.memberName,
    customer_code: customerCode,
    partner_group_list: groupsOf(partner),
  } satisfies Partial<TradeImport>;
}

/**
 * Returns the groups by which a request can select the slip: the partner's group division, which has no known name, and the
 * partner's own group code.
 */
function groupsOf({ memberGroupCode, groupCode, groupName }: Member): readonly PartnerGroup[] {
  return [
    { partner_group_code: memberGroupCode, partner_group_name: '' },
    { partner_group_code: groupCode, partner_group_name: groupName },
  ].filter(({ partner_group_code }) => partner_group_code !== '');
}

type DetailImport = NonNullable<TradeImport['detail_list']>[number];

/** The fields that are the same in all lines of a product, for the buyer's view and for the seller's view. */
interface ProductFields {
  readonly buyer: DetailImport;
  readonly seller: DetailImport;
}

type Pair = AcceptedOrder['pair'];

const fieldsOfPairs = new WeakMap<Pair, (product: OrderProduct) => ProductFields>();

/**
 * Returns the fields of a line that come from its product. The fields are made once for each product of a pair, even if an upload
 * has many lines with this product.
 */
export function productFieldsOf(pair: Pair): (product: OrderProduct) => ProductFields {
  const fieldsOf =
    fieldsOfPairs.get(pair) ??
    remembered((product: OrderProduct) => {
      const seller = productFields(pair, product);
      return { seller, buyer: { ...seller, ...buyersOwnFields(product) } };
    });
  fieldsOfPairs.set(pair, fieldsOf);
  return fieldsOf;
}

/** Returns the fields about a product that both sides see. */
function productFields({ buyer, seller }: Pair, product: OrderProduct) {
  const { catalog } = product;
  return {
    ...rateFields(taxingOf(product)),
    item_id: catalog.item_id,
    item_name: catalog.item_name,
    item_spec: catalog.item_spec,
    item_number: catalog.item_number,
    item_unit_code: catalog.item_unit_code,
    prod_unit_code: catalog.prod_unit_code,
    mod_flg: flag.off,
    my_catalog_id: asCode('my_catalog_id', catalog.catalog_id),
    small_code: catalog.food_cat_small_code,
    item_unit_name: catalog.item_unit_name,
    prod_unit_name: catalog.prod_unit_name,
    order_prod_unit_name: catalog.prod_unit_name,
    my_catalog_change_date: catalog.update_date.slice(0, 10),
    order_member_name: buyer.memberName,
    item_seller_name: seller.memberName,
  } satisfies DetailImport;
}

/** Returns the buyer's own codes, accounts and texts, which the seller does not see. */
function buyersOwnFields({ catalog, buy }: OrderProduct): DetailImport {
  return {
    private_item_id: asCode('private_item_id', catalog.private_item_code),
    prod_private_unit_code: catalog.private_unit_code,
    prod_free_text_1: buy?.free_txt_item1 ?? '',
    prod_free_text_2: buy?.free_txt_item2 ?? '',
    subject_code_1: buy?.subject_code ?? '',
    subject_name_1: buy?.small_name ?? '',
    subject_code_1a: buy?.auxiliary_subject_code ?? '',
    subject_name_1a: buy?.auxiliary_small_name ?? '',
    subject_code_2: buy?.correspond_subject_code ?? '',
    subject_name_2: buy?.correspond_small_name ?? '',
    subject_code_2a: buy?.correspond_auxiliary_subject_code ?? '',
    subject_name_2a: buy?.correspond_auxiliary_small_name ?? '',
  };
}

/** An item code that a trade request cannot contain (too long, or with control characters) is omitted. */
export function asCode(field: 'my_catalog_id' | 'private_item_id', code: string): string {
  return hasAtMost(code, codeLength[field]) && !hasControlCharacter(code) ? code : '';
}
