import { describe, expect, it } from '@jest/globals';
import {
  codeLength,
  type FieldDefinition,
  type ImportKind,
  importRecords,
  isOptional,
  nameOf,
  type RecordDefinition,
} from '@trading-platform/domain-types';
import { importFormats } from './import-formats.js';

type Line = Readonly<Record<string, unknown>>;

/** A kind of file and the path of a field in it, such as `detail_list[0].item_id`. */
type Place = readonly [kind: ImportKind, path: string];

const kinds = Object.keys(importRecords) as ImportKind[];
const places = kinds.flatMap((kind) => pathsOf(importRecords[kind], '').map((path): Place => [kind, path]));
const isCode = ([, path]: Place) => lastName(path) in codeLength;
const freeTexts: readonly Place[] = [
  ['members', 'member_name'],
  ['master', 'buy[0].free_txt_item1'],
  ['trade', 'trade_comment'],
  ['trade', 'detail_list[0].prod_remarks'],
  ['orderclosing', 'seller_list[0].orderclosing[0].set_name'],
  ['delivery-places', 'delivery_place_name'],
];

function pathsOf(definition: RecordDefinition, before: string): string[] {
  return definition.fields.flatMap((field: FieldDefinition) => {
    const inner = isOptional(field) ? field.field : field;
    const path = before + nameOf(field);
    if (typeof inner === 'string') return [path];
    return inner.type === 'list' ? pathsOf(inner.item, `${path}[0].`) : [];
  });
}

function lastName(path: string): keyof typeof codeLength {
  return path.slice(path.lastIndexOf('.') + 1) as keyof typeof codeLength;
}

/** A line that has a value in one field and no other fields. */
function lineWith(path: string, value: string): Line {
  const [first = '', ...rest] = path.split('.');
  const list = /^(.+)\[0\]$/.exec(first)?.[1];
  return list === undefined ? { [first]: value } : { [list]: [lineWith(rest.join('.'), value)] };
}

/** Returns the defect of one field of a line, and ignores all other defects. */
function refusalOf([kind, path]: Place, value: string): string | undefined {
  try {
    importFormats[kind].load.read(complete(kind, lineWith(path, value)));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The minimum fields that a line of each kind needs besides the field under test. */
const least: Readonly<Record<ImportKind, Line>> = {
  members: { member_code: 'A' },
  master: { member_code: 'A', member_code_partner: 'B', buy: [{ item_id: '1' }] },
  trade: { trade_id: 'T', member_code_self: 'A', status_code: '40' },
  nottrade: { member_code_buyer: 'A', seller_list: [{ member_code_seller: 'B' }] },
  orderclosing: { member_code_buyer: 'A', seller_list: [{ member_code_seller: 'B' }] },
  businessholiday: { member_code_seller: 'B' },
  orderblock: { member_code_buyer: 'A', seller_list: [{ member_code_seller: 'B' }] },
  'fc-prices': { fc_owner_member_code: 'A', method: 'fixed', value: '1' },
  'delivery-places': { member_code: 'A', delivery_place_id: '1' },
};

function complete(kind: ImportKind, line: Line): Line {
  return joined(least[kind], line);
}

function joined(some: Line, others: Line): Line {
  const entries = Object.entries(others).map(([name, value]) => {
    const [item] = Array.isArray(value) ? (value as Line[]) : [];
    const [under] = Array.isArray(some[name]) ? (some[name] as Line[]) : [];
    return [name, item === undefined ? value : [joined(under ?? {}, item)]];
  });
  return { ...some, ...Object.fromEntries(entries) };
}

describe('a code that is loaded can be asked for', () => {
  it.each(places.filter(isCode))('%s: %s', (kind, path) => {
    const longest = codeLength[lastName(path)];
    const place = [kind, path] as const;
    expect(refusalOf(place, '𠮷'.repeat(longest))).toBeUndefined();
    expect(refusalOf(place, 'x'.repeat(longest))).toBeUndefined();
    expect(refusalOf(place, '𠮷'.repeat(longest + 1))).toBe(`${path}: must have at most ${longest} characters`);
    expect(refusalOf(place, 'x'.repeat(longest + 1))).toBe(`${path}: must have at most ${longest} characters`);
    for (const control of ['\0', '\n', '\t', '\u007f', '\u0085']) {
      expect(refusalOf(place, control)).toBe(`${path}: must not hold control characters`);
    }
    expect(refusalOf(place, '\ud842')).toBe(`${path}: holds half of a surrogate pair`);
  });

  it('and every field that names a member, a product or a place is a code', () => {
    const named = places.filter(([, path]) => /(member_code\w*|catalog_id|item_id|trade_id|place_id)$/.test(path));
    expect(named.filter((place) => !isCode(place))).toEqual([]);
  });
});

describe('free text', () => {
  it.each(freeTexts)('may have lines and 2,000 characters: %s %s', (kind, path) => {
    const place = [kind, path] as const;
    expect(refusalOf(place, `a\nb\tc\u0085${'𠮷'.repeat(1_994)}`)).toBeUndefined();
    expect(refusalOf(place, '𠮷'.repeat(2_001))).toBe(`${path}: must have at most 2000 characters`);
    expect(refusalOf(place, '\0')).toBe(`${path}: must not hold the character U+0000`);
    expect(refusalOf(place, '\ud842')).toBe(`${path}: holds half of a surrogate pair`);
  });
});
