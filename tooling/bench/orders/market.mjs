const dayMs = 86_400_000;
const sellers = Array.from({ length: 10 }, (_, n) => `2${String(n).padStart(7, '0')}`);
const productsPerSeller = 100;
export const linesPerOrder = 20;

export const buyer = '10000001';

/** Each kind of import file with its records. */
export const marketFiles = () =>
  /** @type {const} */ ([
    [
      'members',
      [buyer, ...sellers].map((member_code) => ({ member_code, member_name: member_code, tax_calc_method: '1' })),
    ],
    ['master', sellers.flatMap((seller) => Array.from({ length: productsPerSeller }, (_, n) => product(seller, n)))],
    ['orderclosing', sellers.map((seller) => setting(seller, { orderclosing: [closing] }))],
    ['nottrade', sellers.map((seller) => setting(seller, { nottrade: [sundays] }))],
  ]);

const closing = {
  app_ord_flg: '1',
  target: '0',
  closing_time: '15:00',
  delivery_period: '1',
  set_id: '1',
  set_no: '1',
};
const sundays = { establish_flg: '1', prohibit_flg: '0', week_flg: '1000000', warning_type: '1' };

/**
 * @param {string} member_code_seller
 * @param {object} rows
 */
function setting(member_code_seller, rows) {
  return { member_code_buyer: buyer, seller_list: [{ member_code_seller, ...rows }] };
}

/**
 * @param {string} seller
 * @param {number} n
 */
function product(seller, n) {
  const item_id = `i-${seller}-${n}`;
  const catalog = {
    catalog_id: catalogId(seller, n),
    item_id,
    item_name: `トマト缶 ${n}`,
    item_spec: '400g×24',
    prod_lot_price: String(100 + n),
    status_code: '0',
    view_active_code: '1',
    sell_stop_active_code: '0',
    item_deleted_code: '0',
    tax_rate_code: n % 3 === 0 ? '1' : '0',
    prod_lot_with_tax_code: '0',
    lead_time: '2',
    minimum_lot: '1',
    multiple_lot: '1',
  };
  return {
    member_code: buyer,
    member_code_partner: seller,
    customer_code: 'K1',
    buy: [{ item_id }],
    catalog: [catalog],
  };
}

/**
 * @param {string} seller
 * @param {number} n
 */
function catalogId(seller, n) {
  return `c-${seller}-${n}`;
}

/**
 * Orders of twenty lines, of all sellers in turn.
 *
 * @param {number} count
 * @param {string} prefix of their numbers
 */
export function uploadOf(count, prefix) {
  const hope_delivery_date = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, position) => {
    const seller = sellers[position % sellers.length] ?? '';
    return {
      upload_no: `${prefix}-${position}`,
      member_code_self: buyer,
      member_code_partner: seller,
      hope_delivery_date,
      send_flg: /** @type {const} */ ('1'),
      detail_list: Array.from({ length: linesPerOrder }, (__, n) => ({
        line_no: String(n + 1),
        catalog_id: catalogId(seller, (position * 7 + n) % productsPerSeller),
        prod_lot_qty: String(1 + n),
      })),
    };
  });
}
