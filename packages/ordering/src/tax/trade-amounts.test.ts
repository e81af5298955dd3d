import { describe, expect, it } from '@jest/globals';
import {
  tradeAmountFields,
  tradeDetail,
  tradeFcAmountFields,
  tradeInvoiceFields,
} from '@trading-platform/domain-types';
import { type OrderedLine, tradeAmounts } from './trade-amounts.js';

const seller = { taxCalcMethod: '1', belowDecPoint: '0', invoiceMemberKbn: '1', invoiceRegNo: 'T7000012050002' };
const owner = { taxCalcMethod: '0', belowDecPoint: '2', invoiceMemberKbn: '1', invoiceRegNo: 'T1180301018771' };

function aLine(parts: Partial<OrderedLine> = {}): OrderedLine {
  return { quantity: '1', price: '105', taxRateCode: '1', lotWithTaxCode: '0', ...parts };
}

describe('the amounts of a trade record', () => {
  it('are all fields of the contract that hold amounts, tax and invoice', () => {
    const { header } = tradeAmounts([aLine()], seller, { owner, prices: ['110'] });
    const fields = [...tradeAmountFields, ...tradeFcAmountFields, ...tradeInvoiceFields];
    expect(Object.keys(header).toSorted()).toEqual(fields.filter((field) => field !== 'user_date').toSorted());
  });

  it('are of each line its quantity, price, rate and amounts', () => {
    const lines = [
      aLine({ quantity: '3' }),
      aLine({ quantity: '2.5', price: '1000', lotWithTaxCode: '1', taxRateCode: '0' }),
      aLine({ taxRateCode: '2' }),
    ];
    const { details } = tradeAmounts(lines, seller);
    expect(details).toEqual([
      {
        prod_lot_qty: '3',
        prod_lot_with_tax: '0',
        tax_free_flg: '0',
        reduced_tax_rate_flg: '1',
        tax: '25',
        prod_lot_price: '105',
        prod_price_tax_excluded: '105',
        prod_lot_total: '315',
        prod_lot_total_tax_excluded: '315',
        tax_rate: '8',
        prod_tax: '25',
        prod_lot_sum: '340',
      },
      {
        prod_lot_qty: '2.5',
        prod_lot_with_tax: '1',
        tax_free_flg: '0',
        reduced_tax_rate_flg: '0',
        tax: '227',
        prod_lot_price: '1000',
        prod_price_tax_excluded: '909.091',
        prod_lot_total: '2500',
        prod_lot_total_tax_excluded: '2273',
        tax_rate: '10',
        prod_tax: '227',
        prod_lot_sum: '2500',
      },
      {
        prod_lot_qty: '1',
        prod_lot_with_tax: '0',
        tax_free_flg: '1',
        reduced_tax_rate_flg: '0',
        tax: '0',
        prod_lot_price: '105',
        prod_price_tax_excluded: '105',
        prod_lot_total: '105',
        prod_lot_total_tax_excluded: '105',
        tax_rate: '0',
        prod_tax: '0',
        prod_lot_sum: '105',
      },
    ]);
    for (const field of Object.keys(details[0] ?? {})) expect(tradeDetail.fieldNames).toContain(field);
  });

  it('are in the FC part those of its prices by the rules of the FC owner', () => {
    const lines = [aLine({ quantity: '3' }), aLine({ price: '440', taxRateCode: '0', lotWithTaxCode: '1' })];
    const { header, details } = tradeAmounts(lines, seller, { owner, prices: ['109', '462'] });
    expect(header).toMatchObject({
      trade_total: '780',
      fc_trade_subtotal: '747',
      fc_trade_tax: '68',
      fc_shipping_tax: '0',
      fc_prod_total_tax_excluded_total: '747',
      fc_prod_tax_total: '68',
      fc_trade_total: '815',
      fc_trade_subtotal_normal: '420',
      fc_trade_tax_normal: '42',
      fc_trade_subtotal_reduced: '327',
      fc_trade_tax_reduced: '26',
      fc_trade_tax_free_total: '0',
      fc_invoice_method_flg: '1',
      fc_invoice_reg_no: 'T1180301018771',
      fc_invoice_member_kbn: '1',
      fc_tax_calc_method: '0',
      fc_below_dec_point: '2',
      fc_tax_excluded_total_std_rate: '420',
      fc_tax_excluded_total_rds_rate: '327',
      fc_tax_excluded_total_tax_free: '0',
      fc_tax_excluded_total: '747',
      fc_tax_total_std_rate: '42',
      fc_tax_total_rds_rate: '26',
      fc_tax_total: '68',
      fc_total_std_rate: '462',
      fc_total_rds_rate: '353',
    });
    expect(details).toMatchObject([
      {
        prod_lot_price: '105',
        fc_prod_lot_price: '109',
        fc_prod_price_tax_excluded: '109',
        fc_prod_lot_total: '327',
        fc_lot_total_tax_excluded: '327',
        fc_prod_lot_tax: '26',
        fc_prod_tax: '26',
        fc_prod_lot_sum: '353',
      },
      {
        prod_lot_price: '440',
        fc_prod_lot_price: '462',
        fc_prod_price_tax_excluded: '420',
        fc_prod_lot_total: '462',
        fc_lot_total_tax_excluded: '420',
        fc_prod_lot_tax: '42',
        fc_prod_tax: '42',
        fc_prod_lot_sum: '462',
      },
    ]);
    for (const field of Object.keys(details[0] ?? {})) expect(tradeDetail.fieldNames).toContain(field);
  });

  it('have no FC fields without an FC part', () => {
    const { header, details } = tradeAmounts([aLine()], seller);
    expect([header, ...details].flatMap(Object.keys).filter((field) => field.startsWith('fc_'))).toEqual([]);
  });

  it('refuse FC prices that are not one for each line', () => {
    expect(() => tradeAmounts([aLine()], seller, { owner, prices: [] })).toThrow(
      new RangeError('0 FC prices for 1 lines'),
    );
  });

  it('are computed per slip and rounded down for a seller that has chosen nothing, and the slip says so', () => {
    const undecided = { taxCalcMethod: '', belowDecPoint: '', invoiceMemberKbn: '', invoiceRegNo: '' };
    const { header } = tradeAmounts([aLine(), aLine(), aLine()], undecided);
    expect(header).toMatchObject({
      trade_tax: '25',
      tax_calc_method: '1',
      below_dec_point: '0',
      invoice_method_flg: '0',
      invoice_reg_no: '',
      invoice_member_kbn: '',
    });
  });

  it('have the standard rate and prices without tax where the catalog line says nothing', () => {
    const { details } = tradeAmounts([aLine({ price: '100', taxRateCode: '', lotWithTaxCode: '' })], seller);
    expect(details).toMatchObject([{ tax_rate: '10', prod_lot_with_tax: '0', prod_lot_sum: '110' }]);
  });

  it.each([
    ['0', '925.926'],
    ['1', '925.9259'],
    ['2', '925.9259'],
  ])('round a price without tax at its fourth decimal (below_dec_point %s rounds the tax)', (belowDecPoint, price) => {
    const line = aLine({ price: '1000', lotWithTaxCode: '1' });
    const { details } = tradeAmounts([line], { ...seller, belowDecPoint });
    expect(details[0]?.prod_price_tax_excluded).toBe(price);
  });
});
