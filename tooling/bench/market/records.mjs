/*
 * The market that all benchmarks use in addition to the demo data. This file contains its members and the import files
 * of each part. Nothing in it is random, so each run works on the same records.
 */

/** The members whose accounts call the platform, and the members from which they buy. */
export const members = {
  /** This member uploads orders to ten makers. */
  orderer: '10000001',
  makers: Array.from({ length: 10 }, (_, n) => String(20_000_000 + n)),
  /** This franchise store asks about the products of one wholesaler. The owner of the store has price rules. */
  store: '30000001',
  owner: '30000002',
  wholesaler: '30000003',
  /** These buyers have few products each. */
  small: Array.from({ length: 4 }, (_, n) => String(40_000_001 + n)),
  smallSeller: '40000099',
  /** This buyer can have any number of products. */
  collector: '50000001',
};

export const sizes = { ofMaker: 100, ofWholesaler: 20_000, ofSmall: 20, pricesOfLines: 5_000, categories: 20 };

const dayMs = 86_400_000;
const firstDay = Date.UTC(2026, 0, 1);

/** @typedef {readonly [kind: string, count: number, record: (number: number) => object]} ImportFile */

/**
 * The import files for each part of the market, in the order in which they must be loaded.
 *
 * @type {Readonly<Record<'orders' | 'lookups' | 'small', readonly ImportFile[]>>}
 */
export const parts = {
  orders: [
    ofList(
      'members',
      [members.orderer, ...members.makers].map((code) => ({ ...member(code), tax_calc_method: '1' })),
    ),
    [
      'master',
      members.makers.length * sizes.ofMaker,
      (number) => {
        const maker = members.makers[Math.floor(number / sizes.ofMaker)] ?? '';
        return product(members.orderer, maker, number % sizes.ofMaker, { lead_time: '2' });
      },
    ],
    ofList(
      'orderclosing',
      members.makers.map((maker) => setting(members.orderer, maker, { orderclosing: [closingTime('0', '15:00', 1)] })),
    ),
    ofList(
      'nottrade',
      members.makers.map((maker) =>
        setting(members.orderer, maker, {
          nottrade: [{ establish_flg: '1', prohibit_flg: '0', week_flg: '1000000', warning_type: '1' }],
        }),
      ),
    ),
  ],
  lookups: [
    ofList('members', [
      member(members.owner),
      { ...member(members.store), fc_owner_member_code: members.owner },
      member(members.wholesaler),
    ]),
    [
      'master',
      sizes.ofWholesaler,
      (number) => product(members.store, members.wholesaler, number, { food_cat_large_code: category(number) }),
    ],
    ofList('orderclosing', [
      setting('', members.wholesaler, {
        // The closing times for Monday to Friday, for Saturday, and for Sunday with the national holidays.
        orderclosing: ['15:00', '12:00', '10:00'].map((time, index) => closingTime(String(index + 1), time, index + 1)),
      }),
    ]),
    ofList('businessholiday', [{ member_code_seller: members.wholesaler, businessholiday: sundays() }]),
    ofList('nottrade', [setting(members.store, members.wholesaler, { nottrade: daysWithoutTrade() })]),
    ofList('fc-prices', fcPrices()),
  ],
  small: [
    ofList('members', [members.smallSeller, ...members.small].map(member)),
    [
      'master',
      members.small.length * sizes.ofSmall,
      (number) =>
        product(members.small[Math.floor(number / sizes.ofSmall)] ?? '', members.smallSeller, number % sizes.ofSmall),
    ],
  ],
};

/**
 * Returns a buyer with a given number of products from one seller.
 *
 * @param {number} products
 * @returns {readonly ImportFile[]}
 */
export function collection(products) {
  return [
    ofList('members', [members.collector, members.smallSeller].map(member)),
    [
      'master',
      products,
      (number) => product(members.collector, members.smallSeller, number, { food_cat_large_code: category(number) }),
    ],
  ];
}

/**
 * @param {string} seller
 * @param {number} number
 */
export function catalogId(seller, number) {
  return `C${seller}-${number}`;
}

/**
 * Returns orders of twenty lines. The makers take turns.
 *
 * @param {number} count
 * @param {string} prefix of the order numbers
 * @param {readonly string[]} [makers] the sellers, in turn
 */
export function uploadOf(count, prefix, makers = members.makers) {
  const hope_delivery_date = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, position) => {
    const maker = makers[position % makers.length] ?? '';
    return {
      upload_no: `${prefix}-${position}`,
      member_code_self: members.orderer,
      member_code_partner: maker,
      hope_delivery_date,
      send_flg: /** @type {const} */ ('1'),
      detail_list: Array.from({ length: linesPerOrder }, (__, n) => ({
        line_no: String(n + 1),
        catalog_id: catalogId(maker, (position * 7 + n) % sizes.ofMaker),
        prod_lot_qty: String(1 + n),
      })),
    };
  });
}

export const linesPerOrder = 20;

/**
 * @param {string} kind
 * @param {readonly object[]} records
 * @returns {ImportFile}
 */
function ofList(kind, records) {
  return [kind, records.length, (number) => records[number] ?? {}];
}

/** @param {string} code */
function member(code) {
  return { member_code: code, member_name: `株式会社 ${code}` };
}

/**
 * @param {string} buyer
 * @param {string} seller
 * @param {number} number
 * @param {Record<string, string>} [more] fields of its line
 */
function product(buyer, seller, number, more = {}) {
  const item_id = `I${seller}-${number}`;
  const catalog = {
    catalog_id: catalogId(seller, number),
    item_id,
    item_name: `トマトホール缶 ${number}`,
    item_spec: '400g×24缶',
    item_number: `4900000${number % 100_000}`,
    item_unit_name: '缶',
    prod_lot_price: String(100 + (number % 9_000)),
    prod_unit_name: 'ケース',
    prod_lot_with_tax_code: '0',
    tax_rate_code: number % 3 === 0 ? '1' : '0',
    status_code: '0',
    view_active_code: '1',
    sell_stop_active_code: '0',
    item_deleted_code: '0',
    lead_time: String(number % 4),
    minimum_lot: '1',
    multiple_lot: '1',
    private_item_code: `P${number}`,
    create_date: '2026-01-05 10:00:00',
    update_date: '2026-06-10 15:30:00',
    ...more,
  };
  return {
    member_code: buyer,
    member_code_partner: seller,
    customer_code: 'K1',
    buy: [{ item_id }],
    catalog: [catalog],
  };
}

/** @param {number} number */
function category(number) {
  return String(10 + (number % sizes.categories));
}

/**
 * @param {string} member_code_buyer
 * @param {string} member_code_seller
 * @param {object} rows
 */
function setting(member_code_buyer, member_code_seller, rows) {
  return { member_code_buyer, seller_list: [{ member_code_seller, ...rows }] };
}

/**
 * @param {string} target
 * @param {string} closing_time
 * @param {number} number
 */
function closingTime(target, closing_time, number) {
  return {
    ...(target === '0' ? {} : { oct_set_buyer_or_seller: '1' }),
    set_id: '1',
    set_no: String(number),
    app_ord_flg: '1',
    target,
    closing_time,
    delivery_period: '1',
  };
}

/** Returns the Sundays of two years. */
function sundays() {
  const days = Array.from({ length: 730 }, (_, day) => new Date(firstDay + day * dayMs));
  return days.filter((day) => day.getUTCDay() === 0).map((day) => ({ holiday: day.toISOString().slice(0, 10) }));
}

function daysWithoutTrade() {
  const rule = { establish_flg: '1', warning_type: '0' };
  return [
    { ...rule, prohibit_flg: '0', week_flg: '1000000', holiday_flg: '1' },
    {
      ...rule,
      prohibit_flg: '2',
      prohibit_date_from_m: '12',
      prohibit_date_from_d: '30',
      prohibit_date_to_m: '1',
      prohibit_date_to_d: '3',
    },
    { ...rule, prohibit_flg: '1', prohibit_month: '8', prohibit_day: '15', warning_type: '1' },
  ];
}

/** Price rules for every fourth line of the wholesaler and for every category. */
function fcPrices() {
  const rule = { fc_owner_member_code: members.owner, method: 'rate', rounding: '2' };
  const ofLines = Array.from({ length: sizes.pricesOfLines }, (_, number) => ({
    ...rule,
    catalog_id: catalogId(members.wholesaler, number * 4),
    value: '-5.25',
  }));
  const ofCategories = Array.from({ length: sizes.categories }, (_, number) => ({
    ...rule,
    food_cat_large_code: category(number),
    value: '3',
  }));
  return [...ofLines, ...ofCategories];
}
