import { groupsOf, type MemberName, member } from './members.js';
import { storedFlags } from './stored-flags.js';

export type StoredSlip = Readonly<Record<string, unknown>> & {
  readonly trade_id: string;
  readonly member_code_self: string;
};

/**
 * For each kind of date, the month of 2027 that contains all dates of this kind. The kinds are in the order of
 * `target_date_set`. The day of the month is the number of the slip.
 */
const months = {
  update: '10',
  status: '03',
  order: '04',
  planned: '05',
  shipping: '06',
  delivery: '07',
  receipt: '08',
  send: '09',
};

/** A row of the table below. The row contains the special features of a slip. */
type Special = readonly [self: MemberName, partner: MemberName, change: object];

const comment = { trade_comment: 'leave at the door' };
const orderComment = { order_trade_comment: 'by noon' };
const changed = { mod_flg: '1' };
const byStore = { fc_owner_member_code: member.head, fc_owner_code: '9CKF1', delivery_place_id: 'CK-D2' };

/**
 * The table contains every status and every kind of slip. For each filter of 4.8 the table contains slips that fit and
 * slips that do not.
 */
const table: readonly Special[] = [
  ['head', 'seller', { status_code: '10', slip_kind: '1', ...comment }],
  ['head', 'seller', { status_code: '20', slip_kind: '1' }],
  ['head', 'seller', { status_code: '40', slip_kind: '1', resend_flg: '1' }],
  ['head', 'seller', { status_code: '41', slip_kind: '2', ...orderComment }],
  ['head', 'otherSeller', { status_code: '60', slip_kind: '1', customer_code: 'CK-B', delivery_place_id: 'CK-D2' }],
  ['head', 'otherSeller', { status_code: '61', slip_kind: '5', self_group_code: '9CKDEPT' }],
  ['store', 'seller', { status_code: '68', slip_kind: '1', ...byStore }],
  ['store', 'seller', { status_code: '80', slip_kind: '2', ...byStore }],
  ['store', 'seller', { status_code: '84', slip_kind: '1', ...byStore, resend_flg: '1' }],
  [
    'fcStore',
    'seller',
    { status_code: '88', slip_kind: '1', fc_owner_member_code: member.head, fc_owner_code: '9CKF2' },
  ],
  ['head', 'seller', { status_code: '90', slip_kind: '1' }],
  ['stranger', 'strangersSeller', { status_code: '40', slip_kind: '1' }],
];

/** These dates are empty in a slip, so no period of these dates contains the slip. */
const withoutDays = { planned_shipping_day: '', shipping_send_date: '', receipt_day: '' };

/** The numbers of the slips whose first line was changed. */
const changedLines = new Set([2, 7, 11]);

/**
 * Returns the lines of the `trade` import file. Most slips are stored only as one side sees them (buyer or seller). The
 * last slip is stored in the views of both sides.
 */
export const slips: readonly StoredSlip[] = [
  ...table.map(([self, partner, change], index) => slip(index + 1, self, partner, change)),
  slip(21, 'head', 'seller', { status_code: '40', ...withoutDays }),
  slip(22, 'head', 'seller', { status_code: '40' }),
  slip(22, 'seller', 'head', { status_code: '40', trade_comment: 'as the seller sees it' }),
];

function slip(number: number, self: MemberName, partner: MemberName, change: object): StoredSlip {
  const day = (kind: keyof typeof months) => `2027-${months[kind]}-${String(number).padStart(2, '0')}`;
  const id = `CK-T${String(number).padStart(2, '0')}`;
  return {
    trade_id: id,
    status_day: day('status'),
    check_number: `N${number}`,
    member_code_self: member[self],
    member_code_partner: member[partner],
    member_name_self: `Conformance ${self}`,
    member_name_partner: `Conformance ${partner}`,
    group_code: groupsOf(self).group,
    customer_code: 'CK-A',
    order_day: day('order'),
    planned_shipping_day: day('planned'),
    shipping_send_date: day('shipping'),
    delivery_date: day('delivery'),
    receipt_day: day('receipt'),
    send_date: day('send'),
    update_date: `${day('update')} 12:00:00`,
    delivery_place_id: 'CK-D1',
    resend_flg: '0',
    trade_total: String(1_000 + number),
    partner_group_list: [{ partner_group_code: groupsOf(partner).division, partner_group_name: 'Division' }],
    detail_list: [
      detail(id, 1, changedLines.has(number) ? changed : {}),
      detail(id, 2, {
        item_id: `CK-I${number % 3}`,
        private_item_id: `CK-O${number % 4}`,
        my_catalog_id: `CK-C${number % 5}`,
      }),
    ],
    ...flagsOf(number),
    ...change,
  };
}

/** The flags of a slip that no download delivers. */
function flagsOf(number: number): object {
  const flags = storedFlags.filter((flag) => flag.slips.includes(number));
  return Object.fromEntries(flags.map(({ field, value }) => [field, value]));
}

function detail(id: string, line: number, change: object) {
  return {
    trade_prod_id: `${id}-${line}`,
    item_id: 'CK-I9',
    item_name: 'Product',
    prod_lot_qty: '2',
    prod_lot_price: '100',
    private_item_id: 'CK-O9',
    my_catalog_id: 'CK-C9',
    mod_flg: '0',
    ...change,
  };
}

/** Returns a period that contains the dates of all slips, for the given value of `target_date_set`. */
export function wholeMonth(targetDateSet: number): {
  readonly target_date_from: string;
  readonly target_date_to: string;
} {
  const month = Object.values(months)[targetDateSet];
  return { target_date_from: `2027-${month}-01`, target_date_to: `2027-${month}-28` };
}

/** For each value of `target_date_set`, the field of a slip that the period is compared with. */
export const dateFields = [
  'update_date',
  'status_day',
  'order_day',
  'planned_shipping_day',
  'shipping_send_date',
  'delivery_date',
  'receipt_day',
  'send_date',
] as const;
