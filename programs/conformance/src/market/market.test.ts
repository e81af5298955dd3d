import { describe, expect, it } from '@jest/globals';
import { marketFiles, memberCodes } from './index.js';
import { member } from './members.js';
import { scenarios } from './scenarios/index.js';

type Line = Readonly<Record<string, unknown>>;

function linesOf(kind: string): readonly Line[] {
  return (marketFiles.find((file) => file.kind === kind)?.records ?? []) as readonly Line[];
}

function repeated(keys: readonly unknown[]): readonly unknown[] {
  const texts = keys.map((key) => JSON.stringify(key));
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

describe("the kit's own market", () => {
  it('contains every member that its lines name', () => {
    const known = new Set(linesOf('members').map((line) => line['member_code']));
    const named = marketFiles
      .flatMap(({ records }) => JSON.stringify(records).match(/"9CK[0-9D][0-9]{4}"/g) ?? [])
      .map((code) => JSON.parse(code) as string);
    expect([...new Set(named)].filter((code) => !known.has(code))).toEqual([]);
    expect(Object.values(memberCodes).filter((code) => !known.has(code))).toEqual([]);
  });

  it('loads no line twice', () => {
    expect(repeated(linesOf('members').map((line) => line['member_code']))).toEqual([]);
    expect(repeated(linesOf('trade').map((line) => [line['trade_id'], line['member_code_self']]))).toEqual([]);
    const catalogIds = linesOf('master').flatMap((line) =>
      ((line['catalog'] ?? []) as readonly Line[]).map((catalog) => [line['member_code'], catalog['catalog_id']]),
    );
    expect(repeated(catalogIds)).toEqual([]);
    for (const kind of ['nottrade', 'orderclosing', 'orderblock']) {
      const pairs = linesOf(kind).map((line) => [
        line['member_code_buyer'],
        ((line['seller_list'] ?? []) as readonly Line[]).map((seller) => seller['member_code_seller']),
      ]);
      expect(repeated(pairs)).toEqual([]);
    }
  });

  it('has its own number and sentence for each scenario', () => {
    expect(repeated(scenarios.map(({ no }) => no))).toEqual([]);
    expect(repeated(scenarios.map(({ says }) => says))).toEqual([]);
  });

  it('uses only codes that a member may have', () => {
    expect(Object.values(member).filter((code) => !/^9CK[0-9A-Z]{5}$/.test(code))).toEqual([]);
  });
});
