import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { invoiceMemberKbn, lotPriceTax, type TaxRateCode, taxRateCode } from '@trading-platform/domain-types';
import { type OrderedLine, tradeAmounts } from './trade-amounts.js';

const rateCodes: Readonly<Record<string, TaxRateCode>> = {
  '10 %': taxRateCode.standard,
  '8 %': taxRateCode.reduced,
  exempt: taxRateCode.exempt,
};
const number = 'T7000012050002';

/** A slip in the file: the input, and the expected figures. */
interface WorkedSlip {
  readonly title: string;
  readonly method: string;
  readonly rounding: string;
  readonly isSellerExempt: boolean;
  readonly lines: readonly OrderedLine[];
  /** The figures of a line: its amount, the amount without tax, the tax, and the amount with tax. */
  readonly figures: readonly (readonly string[])[];
  /** Three figures (amount without tax, tax, amount with tax) for each of the rows `10 %`, `8 %`, `exempt` and `slip`. */
  readonly sums: ReadonlyMap<string, readonly string[]>;
}

const file = readFileSync(join(import.meta.dirname, 'worked-slips.md'), 'utf8');
const slips = file.split(/^### /m).slice(1).map(readSlip);

function readSlip(text: string): WorkedSlip {
  const [title = ''] = text.split('\n', 1);
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(readRow);
  const lines = rows.filter(([quantity]) => quantity !== '');
  const sums = rows.filter(([quantity]) => quantity === '');
  return {
    title,
    method: /\(method (\d)\)/.exec(text)?.[1] ?? '',
    rounding: /\(rounding (\d)\)/.exec(text)?.[1] ?? '',
    isSellerExempt: text.includes('The seller is exempt from tax.'),
    lines: lines.map(([quantity = '', price = '', priceIs = '', rate = '']) => ({
      quantity,
      price,
      taxRateCode: rateCodes[rate] ?? '',
      lotWithTaxCode: priceIs === 'inclusive' ? lotPriceTax.included : lotPriceTax.excluded,
    })),
    figures: lines.map((cells) => cells.slice(4)),
    sums: new Map(sums.map((cells) => [(cells[3] ?? '').replaceAll('*', ''), cells.slice(5)])),
  };
}

/** Returns the cells of a row as plain numbers, without signs that only make numbers easier to read. */
function readRow(row: string): string[] {
  const cells = row.split('|').slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll(',', '').replace('−', '-'));
}

describe('the worked slips', () => {
  it('are all read', () => {
    expect(slips).toHaveLength(101);
    expect(slips.map(({ title }) => Number.parseInt(title, 10))).toEqual(slips.map((_, index) => index + 1));
  });

  it.each(slips.map((slip) => [slip.title, slip] as const))('%s', (_title, slip) => {
    const seller = {
      taxCalcMethod: slip.method,
      belowDecPoint: slip.rounding,
      invoiceMemberKbn: slip.isSellerExempt ? invoiceMemberKbn.exempt : invoiceMemberKbn.taxable,
      invoiceRegNo: number,
    };
    const { header, details } = tradeAmounts(slip.lines, seller);
    const sumOf = (name: string) => slip.sums.get(name) ?? ['0', '0', '0'];
    const [standard, reduced, exempt, all] = ['10 %', '8 %', 'exempt', 'slip'].map(sumOf) as [
      string[],
      string[],
      string[],
      string[],
    ];
    expect(header).toEqual({
      trade_subtotal: all[0],
      trade_tax: all[1],
      trade_shipping: '0',
      trade_shipping_tax: '0',
      prod_total_tax_excluded_total: all[0],
      prod_tax_total: all[1],
      shipping_tax_excluded: '0',
      shipping_tax: '0',
      trade_additional: '0',
      trade_total: all[2],
      tax_calc_method: slip.method,
      below_dec_point: slip.rounding,
      trade_subtotal_normal: standard[0],
      trade_tax_normal: standard[1],
      trade_subtotal_reduced: reduced[0],
      trade_tax_reduced: reduced[1],
      trade_tax_free_total: exempt[0],
      invoice_method_flg: slip.isSellerExempt ? '0' : '1',
      invoice_reg_no: slip.isSellerExempt ? '' : number,
      invoice_member_kbn: slip.isSellerExempt ? '2' : '1',
      tax_excluded_total_std_rate: standard[0],
      tax_excluded_total_rds_rate: reduced[0],
      tax_excluded_total_tax_free: exempt[0],
      tax_excluded_total: all[0],
      tax_total_std_rate: standard[1],
      tax_total_rds_rate: reduced[1],
      tax_total: all[1],
      total_std_rate: standard[2],
      total_rds_rate: reduced[2],
    });
    expect(
      details.map((line) => [line.prod_lot_total, line.prod_lot_total_tax_excluded, line.tax, line.prod_lot_sum]),
    ).toEqual(slip.figures);
  });
});
