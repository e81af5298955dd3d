/** A market with one seller, its buyer (which is an FC store as well), and enough order-master lines to choose from. */
export const market = {
  owner: 'BENCHFC',
  buyer: 'BENCHBUY',
  seller: 'BENCHSEL',
  lines: 20_000,
  fcRules: 5_000,
};

const dayMs = 86_400_000;
const firstDay = Date.UTC(2026, 0, 1);

/** @param {number} day days after 1 January 2026 */
const dateOf = (day) => new Date(firstDay + day * dayMs).toISOString().slice(0, 10);

/** @param {number} number */
export const catalogId = (number) => `C${String(number).padStart(6, '0')}`;

/**
 * The import files of the market, in the order in which they are loaded.
 *
 * @returns {[kind: string, records: object[]][]}
 */
export function marketFiles() {
  const { owner, buyer, seller } = market;
  return [
    ['members', [{ member_code: owner }, { member_code: buyer, fc_owner_member_code: owner }, { member_code: seller }]],
    ['master', Array.from({ length: market.lines }, (_, number) => masterRecord(number))],
    [
      'orderclosing',
      [{ member_code_buyer: '', seller_list: [{ member_code_seller: seller, orderclosing: closingTimes() }] }],
    ],
    ['businessholiday', [{ member_code_seller: seller, businessholiday: weekends() }]],
    [
      'nottrade',
      [{ member_code_buyer: buyer, seller_list: [{ member_code_seller: seller, nottrade: nonTradingDays() }] }],
    ],
    ['fc-prices', fcPrices()],
  ];
}

/** @param {number} number */
function masterRecord(number) {
  const line = {
    catalog_id: catalogId(number),
    item_id: `I${number}`,
    item_name: `商品 ${number}`,
    food_cat_large_code: category(number),
    lead_time: String(number % 4),
    view_active_code: '1',
    status_code: '0',
  };
  return { member_code: market.buyer, member_code_partner: market.seller, catalog: [line] };
}

/** @param {number} number */
const category = (number) => String(10 + (number % 20));

/** Monday to Friday, Saturday, and Sunday with the national holidays. */
function closingTimes() {
  return ['15:00', '12:00', '10:00'].map((closing_time, index) => ({
    oct_set_buyer_or_seller: '1',
    set_id: '1',
    set_no: String(index + 1),
    app_ord_flg: '1',
    target: String(index + 1),
    closing_time,
    delivery_period: '1',
  }));
}

/** The Sundays of two years. */
function weekends() {
  const days = Array.from({ length: 730 }, (_, day) => dateOf(day));
  return days.filter((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 0).map((holiday) => ({ holiday }));
}

function nonTradingDays() {
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

/** Rules for every fourth line and for every category. */
function fcPrices() {
  const rule = { fc_owner_member_code: market.owner, method: 'rate', rounding: '2' };
  const ofLines = Array.from({ length: market.fcRules }, (_, number) => ({
    ...rule,
    catalog_id: catalogId(number * 4),
    value: '-5.25',
  }));
  const ofCategories = Array.from({ length: 20 }, (_, number) => ({
    ...rule,
    food_cat_large_code: category(number),
    value: '3',
  }));
  return [...ofLines, ...ofCategories];
}
