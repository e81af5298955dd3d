import { describe, expect, it } from '@jest/globals';
import { tradeDetail } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { JsonBytes } from '../record/json-bytes.js';
import type { RenderedJson } from '../record/rendered-json.js';
import { changeLine, type SlipDetail, storedLine, wholeLine } from './stored-line.js';

const absent: SlipDetail = Object.fromEntries(tradeDetail.fieldNames.map((field) => [field, '']));
const awkward: SlipDetail = {
  ...absent,
  trade_prod_id: 'a"b\\',
  item_name: 'トマト "缶", \\"item_spec\\":\\"',
  prod_lot_qty: '1.5',
  prod_remarks: 'tab\t, 𠮷, ","tax":"9',
  user_defined_tax_rate_code: 'last',
};

function lineOf(values: SlipDetail): SlipDetail {
  return storedLine(Buffer.from(JSON.stringify(values)));
}

describe('a stored line', () => {
  it.each(['user_defined_tax_rate_code', 'item_name', 'trade_prod_id', 'prod_remarks', 'tax'] as const)(
    'tells its %s, whatever other values contain',
    (field) => {
      expect(lineOf(awkward)[field]).toBe(awkward[field]);
    },
  );

  it('is the same object in JSON', () => {
    expect(JSON.parse(JSON.stringify(lineOf(awkward)))).toEqual(awkward);
  });

  it.each<[string, SlipDetail]>([
    ['the first and the last field', { trade_prod_id: 'x', user_defined_tax_rate_code: '' }],
    ['texts that need an escape', { item_name: '"\\', prod_remarks: '改行\n', prod_lot_qty: '0' }],
    ['fields in another order', { tax: '7', prod_lot_qty: '2', item_id: 'i' }],
  ])('takes other values: %s', (_, values) => {
    const { line, changed } = changeLine(lineOf(awkward), { ...values, item_spec: '' });
    expect(wholeLine(line)).toEqual({ ...awkward, ...values });
    expect(changed).toEqual(Object.keys(values));
    expect(changeLine(line, values).line).toBe(line);
  });

  it('keeps all values that do not change, however often others change', () => {
    const value = fc.oneof(fc.constantFrom('', '0', ':"', 'a"b\\', '","tax":"9'), fc.string({ unit: 'grapheme' }));
    const values = fc.dictionary(fc.constantFrom(...tradeDetail.fieldNames), value).map((given): SlipDetail => given);
    const property = fc.property(values, values, values, (stored, first, second) => {
      const { line } = changeLine(changeLine(lineOf({ ...absent, ...stored }), first).line, second);
      const json = new JsonBytes();
      (line as unknown as RenderedJson).addTo(json);
      const expected = { ...absent, ...stored, ...first, ...second };
      expect(JSON.parse(json.take().toString())).toEqual(expected);
      expect(wholeLine(line)).toEqual(expected);
    });
    fc.assert(property);
  });

  it('may have been stored before one of its fields existed', () => {
    const { tax: _, ...older } = awkward;
    const { line, changed } = changeLine(lineOf(older), { prod_lot_qty: '2', tax: '' });
    expect([line.tax, line.prod_lot_price, line.prod_lot_qty]).toEqual(['', '', '2']);
    expect(changed).toEqual(['prod_lot_qty']);
  });
});
