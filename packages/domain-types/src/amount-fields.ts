import { tradeAmountFields, tradeFcAmountFields, tradeInvoiceFields } from './trade-record.js';

/** Matches the names of amount and invoice fields of a slip that are codes, texts or days. */
const isNoAmount = /(?:_method|_dec_point|_flg|_no|_kbn|_date)$/;

/**
 * The amount fields of import files, grouped by list; `trade` has the amount fields of the slip itself (Spec 2.4, 2.5).
 */
export const amountFields: Readonly<Record<'trade' | 'detail_list' | 'buy' | 'catalog', readonly string[]>> = {
  trade: [...tradeAmountFields, ...tradeFcAmountFields, ...tradeInvoiceFields].filter((name) => !isNoAmount.test(name)),
  detail_list: [
    'prod_lot_qty',
    'tax',
    'prod_lot_price',
    'prod_price_tax_excluded',
    'prod_lot_total',
    'prod_lot_total_tax_excluded',
    'tax_rate',
    'order_prod_lot_qty',
    'fc_prod_lot_price',
    'fc_prod_price_tax_excluded',
    'fc_prod_lot_total',
    'fc_lot_total_tax_excluded',
    'prod_tax',
    'prod_lot_sum',
    'fc_prod_lot_tax',
    'fc_prod_tax',
    'fc_prod_lot_sum',
  ],
  buy: ['stock_price'],
  catalog: ['prod_lot_price', 'prod_lot_price_old', 'request_prod_lot_price', 'approval_prod_lot_price'],
};
