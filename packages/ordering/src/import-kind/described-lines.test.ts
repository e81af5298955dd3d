import { describe, expect, it } from '@jest/globals';
import { amountFields, type ImportKind, importRecords } from '@trading-platform/domain-types';
import { type DescribedField, type DescribedRecord, describedRecord } from '@trading-platform/domain-types/meanings';
import { importFormats } from './import-formats.js';

/** The path of a field in one kind of file, such as `detail_list[0].item_id`. */
interface Place {
  readonly kind: ImportKind;
  readonly path: string;
  readonly field: DescribedField;
}

const kinds = Object.keys(importRecords) as ImportKind[];
const described = new Map(kinds.map((kind) => [kind, describedRecord(importRecords[kind])]));
const places = [...described].flatMap(([kind, record]) => placesIn(kind, record, ''));

function placesIn(kind: ImportKind, { fields }: DescribedRecord, before: string): readonly Place[] {
  return fields.flatMap((field) => {
    const path = before + field.name;
    return field.of === undefined ? [{ kind, path, field }] : placesIn(kind, field.of, `${path}[0].`);
  });
}

/** Imports the example with one changed value. Returns the refusal if it is about the changed value. */
function refusalOf({ kind, path }: Place, value: string, purpose: 'load' | 'loadAsText' = 'load'): string | undefined {
  const line = structuredClone(described.get(kind)?.example);
  const names = path.split(/[[\].]+/);
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>>)[name], line);
  (parent as Record<string, unknown>)[last] = value;
  try {
    importFormats[kind][purpose]?.read(line);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith(`${path}: `) ? message : undefined;
  }
}

const isAmountOfFile = ({ kind, path }: Place) => {
  const list = /^(\w+)\[0\]\./.exec(path)?.[1] ?? kind;
  return (amountFields as Readonly<Record<string, readonly string[]>>)[list]?.includes(lastName(path)) ?? false;
};
const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const isShaped = ({ field }: Place) => !field.isOpen && (field.values !== undefined || field.pattern !== undefined);

describe('what records are described to be', () => {
  it.each(kinds)('is shown by an example that can be loaded: %s', (kind) => {
    expect(() => importFormats[kind].load.read(describedRecord(importRecords[kind]).example)).not.toThrow();
  });

  it.each(places)('says whether a value must be there: $kind, $path', (place) => {
    expect(refusalOf(place, '') === undefined).toBe(place.field.canBeEmpty);
  });

  it.each(places.filter(isShaped))('is held to by imports: $kind, $path', (place) => {
    const { values = [] } = place.field;
    expect(refusalOf(place, '~')).toBeDefined();
    expect(values.map(({ value }) => refusalOf(place, String(value))).filter(Boolean)).toEqual([]);
  });

  it.each(places.filter(isAmountOfFile))('keeps amounts decimals: $kind, $path', (place) => {
    const { pattern = '' } = place.field;
    const texts = [
      '1,234',
      '１２３',
      '¥500',
      '▲500',
      '1e3',
      '-',
      '.5',
      '5.',
      '1.00001',
      '1234567890123',
      '-1',
      '0',
      '',
    ];
    const amounts = ['12.5', '007', '999999999999.9999', '-999999999999.9999'];
    const all = [...texts, ...amounts];
    const shape = new RegExp(`^(?:${pattern})?$`);
    expect(all.filter((text) => refusalOf(place, text) === undefined)).toEqual(all.filter((text) => shape.test(text)));
    expect(all.filter((text) => refusalOf(place, text, 'loadAsText') !== undefined)).toEqual([]);
  });

  it('has dozens of amounts', () => {
    expect(places.filter(isAmountOfFile).length).toBeGreaterThan(60);
  });

  const isFree = (place: Place) => !isShaped(place) && !isAmountOfFile(place);
  it.each(places.filter(isFree))('binds nothing that imports let pass: $kind, $path', (place) => {
    const longest = place.field.maxLength ?? 0;
    expect(refusalOf(place, '~'.repeat(longest))).toBeUndefined();
    expect(refusalOf(place, '~'.repeat(longest + 1))).toBe(`${place.path}: must have at most ${longest} characters`);
  });
});
