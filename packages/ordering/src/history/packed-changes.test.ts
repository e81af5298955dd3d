import { describe, expect, it } from '@jest/globals';
import { packChanges, unpackChanges } from './packed-changes.js';
import type { ChangedFields, ChangedView } from './slip-change.js';

const [buyer, seller] = ['10000001', '20000001'];
const tradeId = '0199b3f1-6e2a-7c55-9f0e-2a44c1d3b001';

function lines(count: number, fields: readonly string[]) {
  return Array.from({ length: count }, (_, n) => ({
    tradeProdId: `${tradeId}${String(n + 1).padStart(3, '0')}`,
    fields,
  }));
}

const alike: ChangedFields = { header: ['status_code', 'trade_total'], lines: lines(3, ['prod_lot_qty', 'tax']) };

/** Sorts lines and fields, whose order does not matter. */
function sorted({ header, lines: changed }: ChangedFields): ChangedFields {
  return {
    header: header.toSorted(),
    lines: changed
      .map(({ tradeProdId, fields }) => ({ tradeProdId, fields: fields.toSorted() }))
      .toSorted((one, other) => (one.tradeProdId < other.tradeProdId ? -1 : 1)),
  };
}

function comeBack(views: readonly ChangedView[]) {
  const packed = packChanges(tradeId, views);
  return views.map(({ memberCodeSelf }) => sorted(unpackChanges(tradeId, packed, memberCodeSelf)));
}

describe('packed changes', () => {
  it.each<[string, ChangedFields, ChangedFields]>([
    ['the same in both views', alike, alike],
    ['more in one view', alike, { ...alike, header: [...alike.header, 'perusal_flg'] }],
    ['nothing in one view', alike, { header: [], lines: [] }],
    ['different fields of the same lines', alike, { header: [], lines: lines(2, ['tax', 'fc_prod_tax']) }],
    ['other lines', alike, { header: ['status_code'], lines: [{ tradeProdId: 'a "b", c', fields: ['tax'] }] }],
    ['lines added and removed', { header: [], lines: lines(2, []) }, { header: [], lines: lines(3, []) }],
    [
      'a line that is new in one view only',
      { header: [], lines: lines(1, []) },
      { header: [], lines: lines(1, ['tax']) },
    ],
    ['ids that look shortened', { header: [], lines: [{ tradeProdId: '+1', fields: [] }] }, alike],
  ])('come back for each view: %s', (_, ofBuyer, ofSeller) => {
    expect(
      comeBack([
        { memberCodeSelf: buyer, ...ofBuyer },
        { memberCodeSelf: seller, ...ofSeller },
      ]),
    ).toEqual([sorted(ofBuyer), sorted(ofSeller)]);
  });

  it('come back for three views', () => {
    const views = [buyer, seller, '30000001'].map((memberCodeSelf) => ({ memberCodeSelf, ...alike }));
    expect(comeBack(views)).toEqual(views.map(() => sorted(alike)));
  });

  it('of nothing are an empty text', () => {
    expect(packChanges(tradeId, [{ memberCodeSelf: buyer, header: [], lines: [] }])).toBe('');
    expect(unpackChanges(tradeId, '', buyer)).toEqual({ header: [], lines: [] });
  });

  it('are short: 300 lines that change alike in both views take less than 2,500 characters', () => {
    const views = [buyer, seller].map((memberCodeSelf) => ({
      memberCodeSelf,
      header: ['status_code', 'status_day', 'trade_total'],
      lines: lines(300, ['prod_lot_qty', 'prod_lot_total', 'prod_lot_total_tax_excluded', 'tax', 'mod_flg']),
    }));
    expect(packChanges(tradeId, views).length).toBeLessThan(2_500);
  });
});
