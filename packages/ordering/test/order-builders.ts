import { type BuyLine, buyLine, type CatalogLine, catalogLine } from '@trading-platform/domain-types';
import { type JapanTime, parseJapanTime } from '../src/delivery/japan-time.js';
import type { Member } from '../src/member/member.js';
import type { OrderPair } from '../src/order/order-pair.js';
import type { OrderProduct } from '../src/order/order-product.js';
import type { UploadedLine, UploadedOrder } from '../src/order/uploaded-order.js';
import { aLine, settingsOf } from './delivery-builders.js';

/** Wednesday. */
export const sentAt = parseJapanTime('2026-11-18 10:00:00') as JapanTime;

export function aMember(memberCode: string, given: Partial<Member> = {}): Member {
  return {
    memberCode,
    memberName: `name of ${memberCode}`,
    groupCode: `G-${memberCode}`,
    groupName: `group of ${memberCode}`,
    memberGroupCode: '',
    headOfficeMemberCode: '',
    fcOwnerMemberCode: '',
    fcOwnerCode: '',
    taxCalcMethod: '1',
    belowDecPoint: '0',
    invoiceMemberKbn: '1',
    invoiceRegNo: 'T7000012050002',
    ...given,
  };
}

interface GivenProduct extends Partial<Omit<OrderProduct, 'catalog' | 'buy'>> {
  readonly catalog?: Partial<CatalogLine>;
  readonly buy?: Partial<BuyLine>;
}

/** Makes a product from the buyer's own order master that costs 100 yen and can be delivered on the day of the order. */
export function aProduct(catalogId: string, { catalog, buy, ...given }: GivenProduct = {}): OrderProduct {
  return {
    ...aLine({ catalogId }),
    header: { customer_code: 'T1', op_name: 'Yamada', private_op_code: '77' },
    fcRules: [],
    ...given,
    catalog: {
      ...(empty(catalogLine.fieldNames) as CatalogLine),
      catalog_id: catalogId,
      item_id: `I-${catalogId}`,
      item_name: `item ${catalogId}`,
      prod_lot_price: '100',
      tax_rate_code: '0',
      ...catalog,
    },
    buy: buy && { ...(empty(buyLine.fieldNames) as BuyLine), ...buy },
  };
}

function empty(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, '']));
}

export function aPair(given: Partial<OrderPair> = {}): OrderPair {
  return {
    buyer: aMember('10000001'),
    seller: aMember('20000001'),
    fcOwner: undefined,
    sellersCustomerCode: 'K1',
    settings: settingsOf({}),
    deliveryPlaces: [],
    products: [aProduct('c1')],
    ...given,
  };
}

export function anOrderLine(given: Partial<UploadedLine> = {}): UploadedLine {
  const product = given.private_item_code === undefined ? { catalog_id: 'c1' } : {};
  return { line_no: '1', ...product, prod_lot_qty: '1', ...given };
}

/** Makes an order with one line that is to be sent and delivered on Friday. */
export function anOrder(given: Partial<UploadedOrder> = {}): UploadedOrder {
  return {
    upload_no: 'u1',
    member_code_self: '10000001',
    member_code_partner: '20000001',
    hope_delivery_date: '2026-11-20',
    send_flg: '1',
    detail_list: [anOrderLine()],
    ...given,
  };
}
