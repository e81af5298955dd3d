import { groupsOf, type MemberName, member } from './members.js';

export type Line = Readonly<Record<string, string>>;

/** A line in the `master` import file. */
export interface ProductLine {
  readonly member_code: string;
  readonly member_code_partner: string;
  readonly member_code_order_to?: string;
  readonly customer_code?: string;
  readonly group_code?: string;
  readonly buy?: readonly Line[];
  readonly catalog?: readonly Line[];
}

/** Returns an order-master line that can be ordered immediately, with lot size 1. */
export function catalogLine(id: string, change: Line = {}): Line {
  return {
    catalog_id: id,
    item_id: id,
    item_name: `Product ${id}`,
    prod_lot_price: '100',
    prod_unit_name: 'box',
    share_flg: '0',
    food_cat_large_code: '09',
    food_cat_middle_code: '0901',
    food_cat_small_code: '090101',
    status_code: '0',
    view_active_code: '1',
    sell_stop_active_code: '0',
    item_deleted_code: '0',
    store_unshare_flg: '0',
    prod_lot_with_tax_code: '0',
    tax_rate_code: '0',
    lead_time: '0',
    update_date: '2027-02-20 10:00:00',
    ...change,
  };
}

export function buyLine(id: string, change: Line = {}): Line {
  return {
    item_id: id,
    item_name: `Product ${id}`,
    stock_class: '1',
    stock_price: '90',
    stock_qty_base: '1',
    stock_sub_qty1: '12',
    stock_sub_unit30: 'case',
    update_date: '2027-01-20 10:00:00',
    ...change,
  };
}

/** Returns a product that one member buys from another. */
export function product(
  owner: MemberName,
  partner: string,
  lines: Pick<ProductLine, 'buy' | 'catalog'>,
  more: object = {},
): ProductLine {
  return {
    member_code: member[owner],
    member_code_partner: partner,
    member_name: `Conformance ${owner}`,
    group_code: groupsOf(owner).group,
    customer_code: 'CK-A',
    ...lines,
    ...more,
  } as ProductLine;
}

/**
 * The products with which filters are judged. Each filter selects some of the products but not all. `CK-P4` fits two
 * filters at once, although each of its two lines fits only one of them. `CK-P5` has empty dates.
 */
export const filterProducts: readonly ProductLine[] = [
  product('head', member.seller, {
    buy: [buyLine('CK-P1', { update_date: '2027-01-10 10:00:00' })],
    catalog: [
      catalogLine('CK-P1', {
        ...category('010101'),
        share_flg: '1',
        private_item_code: 'OWN-1',
        update_date: '2027-02-10 10:00:00',
      }),
    ],
  }),
  product('head', member.seller, {
    buy: [buyLine('CK-P2', { stock_class: '2', update_date: '2027-01-11 10:00:00' })],
  }),
  product('head', member.seller, {
    catalog: [
      catalogLine('CK-P3', {
        ...category('020101'),
        view_active_code: '0',
        sell_stop_active_code: '1',
        update_date: '2027-02-11 10:00:00',
      }),
    ],
  }),
  product('head', member.seller, {
    buy: [buyLine('CK-P4', { update_date: '2027-01-12 10:00:00' })],
    catalog: [
      catalogLine('CK-P4A', { ...category('010201'), sell_stop_active_code: '1', update_date: '2027-02-12 10:00:00' }),
      catalogLine('CK-P4B', { ...category('020202'), share_flg: '1', update_date: '2027-02-13 10:00:00' }),
    ],
  }),
  product(
    'head',
    member.otherSeller,
    {
      buy: [buyLine('CK-P5', { stock_class: '', update_date: '' })],
      catalog: [catalogLine('CK-P5', { ...category('030101'), update_date: '' })],
    },
    { customer_code: 'CK-B' },
  ),
  product('store', member.seller, {
    buy: [buyLine('CK-S1')],
    catalog: [catalogLine('CK-S1', category('010101'))],
  }),
  product('store', member.otherSeller, { buy: [buyLine('CK-S2', { stock_class: '2' })] }, { customer_code: 'CK-B' }),
  product('fcStore', member.seller, { catalog: [catalogLine('CK-F1', category('010201'))] }),
  product('stranger', member.strangersSeller, {
    buy: [buyLine('CK-X1')],
    catalog: [catalogLine('CK-X1', category('010101'))],
  }),
];

/** Returns the large, middle and small code of a category, from its small code. */
export function category(small: string): Line {
  return {
    food_cat_large_code: small.slice(0, 2),
    food_cat_middle_code: small.slice(0, 4),
    food_cat_small_code: small,
  };
}
