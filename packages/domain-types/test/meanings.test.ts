import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { analyse } from 'scslre';
import * as domainTypes from '../src/index.js';
import {
  codeLength,
  countCharacters,
  defineRecord,
  errorTable,
  isOptional,
  maxLength,
  nameOf,
  type RecordDefinition,
  tradeDetail,
} from '../src/index.js';
import {
  type DescribedField,
  type DescribedRecord,
  describedRecord,
  describedSchema,
  errorMeanings,
  meaningOf,
  schemaOf,
  text,
} from '../src/meanings/index.js';

const exported: readonly unknown[] = [...Object.values(domainTypes), ...Object.values(domainTypes.importRecords)];
const definitions = [...new Set(exported.filter(isDefinition))];
const cases = Object.entries(domainTypes).flatMap(([name, value]) =>
  isDefinition(value) ? [[name, value] as const] : [],
);

const longestMeaning = 200;
const mostLabelWords = 4;
const halfWidthKatakana = /[\uff61-\uff9f]/;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Japanese terms that are the same in English. */
const alsoEnglish = new Set(['JSON']);

/** Fields without an example: the demo market, or the rest of the record, leaves no sensible value. */
const emptyExamples =
  /\.(?:stock_sub_\w+|private_stock_sub_unit_code\d+|item_wholesale_with_taxfree)$|^fc-prices\.catalog_id$|^batch\.(?:queue_position|reason)$|^event_attempt\.error$/;

// The generated code runs only a few times, so optimising it costs more than it saves.
const ajv = new Ajv2020({ strict: true, code: { optimize: false } });
ajv.addVocabulary(['x-ja', 'x-enumDescriptions']);

function isWellSaid({ meaning, ja }: Readonly<Record<'meaning' | 'ja', string>>): boolean {
  return (
    /\S/.test(meaning) &&
    !meaning.endsWith('.') &&
    !japanese.test(meaning) &&
    countCharacters(meaning) <= longestMeaning &&
    !halfWidthKatakana.test(ja) &&
    (japanese.test(ja) || alsoEnglish.has(ja))
  );
}

describe.each(cases)('%s', (_name, definition) => {
  const record = describedRecord(definition);

  it('has its fields in wire order, each with an English phrase and a Japanese term', () => {
    expect(record.fields.map(({ name }) => name)).toEqual(definition.fieldNames);
    const said = [record, ...record.fields, ...record.fields.flatMap(({ values = [] }) => values)];
    expect(said.filter((each) => !isWellSaid(each))).toEqual([]);
  });

  it('has a Japanese sentence for every English one', () => {
    const lacking = record.fields.filter(({ meaning, label, ja, meaningJa }) => meaning !== label && meaningJa === ja);
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });

  it('has labels of a few words, none twice', () => {
    const labels = record.fields.map(({ label }) => label);
    expect(labels.filter((label) => label.split(' ').length > mostLabelWords)).toEqual([]);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });

  it('has no Japanese term twice', () => {
    const terms = record.fields.map(({ ja }) => ja);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });

  it('has no value twice, and no two values with the same words', () => {
    const parts = ['value', 'meaning', 'ja'] as const;
    const repeated = record.fields.filter(({ values = [] }) =>
      parts.some((part) => new Set(values.map((value) => value[part])).size !== values.length),
    );
    expect(repeated.map(({ name }) => name)).toEqual([]);
  });

  it('has examples that fit its schemas, its limits and its values', () => {
    const whole = Object.fromEntries(record.fields.map(({ name, example }) => [name, example]));
    const described = ajv.compile(describedSchema(definition));
    const strict = ajv.compile(definition.schema);
    for (const example of [whole, record.example]) {
      described(example);
      expect(described.errors ?? []).toEqual([]);
      strict(example);
      expect(strict.errors ?? []).toEqual([]);
    }
    const without = record.fields.filter(({ example }) => example === undefined || example === '');
    const names = without.map(({ name }) => `${record.name}.${name}`);
    expect(names.filter((name) => !emptyExamples.test(name))).toEqual([]);
  });

  it('shows a request with all its required fields', () => {
    const needed = definition.fields.filter((field) => !isOptional(field)).map(nameOf);
    expect(Object.keys(record.example)).toEqual(expect.arrayContaining(needed));
  });

  it('has patterns that take linear time', () => {
    const patterns = new Set(record.fields.flatMap(({ pattern = [] }) => pattern));
    for (const pattern of patterns) expect(analyse(new RegExp(`^(?:${pattern})?$`, 'u')).reports).toEqual([]);
  });

  it('takes its limits from the tables', () => {
    const tables: Readonly<Record<string, Readonly<Record<string, number>>>> = {
      request: maxLength,
      stored: codeLength,
      answer: {},
    };
    const limits = tables[record.origin] ?? {};
    const limited = record.fields.filter(({ name, type }) => type === 'string' && name in limits);
    expect(limited.map(({ name, maxLength: longest }) => [name, longest])).toEqual(
      limited.map(({ name }) => [name, limits[name]]),
    );
  });
});

describe('meanings', () => {
  it('exist for every exported record, once', () => {
    expect(definitions.length).toBeGreaterThan(60);
    for (const definition of definitions) expect(describedRecord(definition).name).toBe(definition.name);
  });

  it('are refused by the compiler where a field is missing or one too many', () => {
    const pair = defineRecord('pair', ['one', 'two']);
    const said = { origin: 'stored', meaning: 'A pair', ja: '組' } as const;
    const one = text('The one', '一');
    const two = text('The other', '二');
    // @ts-expect-error -- two is not described
    meaningOf(pair, { ...said, fields: { one }, example: { one: '1', two: '2' } });
    // @ts-expect-error -- two has no example
    meaningOf(pair, { ...said, fields: { one, two }, example: { one: '1' } });
    const stray = () =>
      // @ts-expect-error -- three is no field
      meaningOf(pair, { ...said, fields: { one, two, three: one }, example: { one: '1', two: '2' } });
    expect(stray).toThrow(new RangeError('pair has no field three'));
    expect(() => describedRecord(pair)).toThrow(new RangeError('pair is no record of the contract'));
  });

  it('name the Japanese term that an integrator would search for', () => {
    const terms = new Map(fieldsOf(describedRecord(domainTypes.masterRecord)).map(({ name, ja }) => [name, ja]));
    expect(terms.get('member_code_order_to')).toBe('発注先会員コード');
    expect(terms.get('private_item_code')).toBe('自社管理商品コード');
  });

  it('describe a field fully', () => {
    const [status] = describedRecord(domainTypes.tradeRecord).fields.filter(({ name }) => name === 'status_code');
    expect(status).toMatchObject({
      label: 'Slip status',
      meaning: 'Slip status',
      ja: '取引状態',
      type: 'string',
      isOptional: false,
      isOpen: false,
      canBeEmpty: false,
      example: '80',
      values: expect.arrayContaining([{ value: '40', meaning: 'ordered', ja: '発注済み' }]),
    });
  });
});

/**
 * Quantities of a product are not amounts: orders read only the lots, and nothing reads the conversion of stock units.
 */
const isQuantity = (name: string) => /^(?:minimum_lot|multiple_lot|stock_(?:sub_)?qty\w+)$/.test(name);

describe('amount fields', () => {
  const { tradeImport, buyLine, catalogLine, amountFields } = domainTypes;

  it.each([
    ['trade', tradeImport],
    ['detail_list', tradeDetail],
    ['buy', buyLine],
    ['catalog', catalogLine],
  ] as const)('of %s are exactly the fields that are described as decimals', (list, definition) => {
    const decimals = describedRecord(definition as never).fields.filter(
      ({ pattern, of }) => of === undefined && pattern !== undefined && new RegExp(`^(?:${pattern})$`).test('1234.5'),
    );
    expect(amountFields[list].toSorted()).toEqual(
      decimals
        .map(({ name }) => name)
        .filter((name) => !isQuantity(name))
        .toSorted(),
    );
  });
});

describe('described schemas', () => {
  const line = describedSchema(tradeDetail);

  it('say what a field means, in both languages, how it is written and how long it is', () => {
    expect(line.properties?.['item_id']).toEqual({
      type: 'string',
      description: "Product ID: the platform's (商品ID).",
      'x-ja': '商品ID',
      maxLength: 20,
      examples: ['0005000002'],
    });
    expect(line.properties?.['mod_flg']).toEqual({
      type: 'string',
      description: 'Changed: whether the line was changed (変更フラグ).',
      'x-ja': '変更フラグ',
      enum: ['0', '1', ''],
      'x-enumDescriptions': {
        '0': 'unchanged (変更なし)',
        '1': 'changed (変更あり)',
        '': 'nothing was given (指定なし)',
      },
      examples: ['0'],
    });
  });

  it('are in Japanese alone for a reader of Japanese', () => {
    const { properties } = schemaOf(describedRecord(tradeDetail), undefined, 'ja');
    expect(properties?.['prod_lot_price']?.description).toBe(
      '単価：発注単位あたりの価格（円）。形式は数値（整数部12桁以内、小数部4桁以内）。',
    );
    expect(properties?.['reduced_tax_rate_flg']?.description).toBe(
      '軽減税率フラグ：適用されるかどうか。通常は`0` 標準税率、`1` 軽減税率。',
    );
  });

  it('describe a list of codes as a list of texts', () => {
    const { properties } = describedSchema(domainTypes.tradeRequest);
    expect(properties?.['trade_id']).toMatchObject({ type: 'array', items: { type: 'string' }, maxItems: 100 });
    expect(properties?.['trade_id']?.description).toContain('An element may also be an object');
  });

  it('set no limit for a value that the platform only passes on', () => {
    expect(line.properties?.['reduced_tax_rate_flg']).toEqual({
      type: 'string',
      description:
        'Reduced tax rate: whether it applies (軽減税率フラグ). Usually `0` no (標準税率); `1` yes (軽減税率).',
      'x-ja': '軽減税率フラグ',
      maxLength: 2000,
      examples: ['1'],
    });
  });

  it('can refer to the schemas of elements', () => {
    const answer = describedRecord(domainTypes.partnerListAnswer);
    const schema = schemaOf(answer, ({ name }) => ({ $ref: `#/components/schemas/${name}` }));
    expect(schema.properties?.['partner_list']).toMatchObject({
      type: 'array',
      items: { $ref: '#/components/schemas/partner' },
    });
  });

  it('allow fields that they do not name', () => {
    expect(JSON.stringify(describedSchema(domainTypes.masterGetAnswer))).not.toContain('"additionalProperties":false');
  });
});

/** Terms of trade and settings that are not names of fields. */
const ownWords = ['visible', 'related', 'view', 'pair', 'general row', 'reception day', 'transition', 'open'];

function rowsOf(paper: string) {
  return paper
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 7 && japanese.test(cells[2] ?? ''))
    .map(([, word = '', ja = '', , meaning = '', contract = '']) => ({ word, ja, meaning, contract }));
}

describe('docs/glossary.md', () => {
  const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
  const rows = rowsOf(glossary);
  /** The sections before "Batches" are about the content of fields, except for a few words. */
  const ofFields = rowsOf(glossary.split('## Batches')[0] ?? '').filter(({ word }) => !ownWords.includes(word));
  const all = definitions.map(describedRecord).flatMap((record) => [record, ...fieldsOf(record)]);
  const terms = all.flatMap((said) => [said.ja, ...('values' in said ? (said.values ?? []) : []).map(({ ja }) => ja)]);
  const names = new Set(all.map(({ name }) => name));

  it('has words in Japanese', () => {
    expect([rows.length > 90, ofFields.length > 30]).toEqual([true, true]);
    expect(rows.filter(({ meaning }) => !japanese.test(meaning)).map(({ word }) => word)).toEqual([]);
  });

  it.each(ofFields)('calls $word in Japanese as the fields do', ({ ja }) => {
    for (const term of ja.split('、')) expect(terms.filter((known) => known.includes(term))).not.toEqual([]);
  });

  it.each(rows)('names existing fields for $word', ({ contract }) => {
    const named = Array.from(contract.matchAll(/`([a-z_]+)(?:\[\])?`/g), ([, name]) => name);
    expect(named.filter((name) => name !== undefined && !names.has(name))).toEqual([]);
  });
});

describe('error codes', () => {
  it.each(Object.entries(errorMeanings))('%s has cause and remedy in both languages', (code, { cause, remedy }) => {
    expect(errorTable).toHaveProperty(code);
    for (const { en, ja } of [cause, remedy]) {
      expect(en).toMatch(/^[A-Z].*\.$/);
      expect(en).not.toMatch(japanese);
      expect(ja).toMatch(/。$|）。$/);
      expect(ja).not.toMatch(halfWidthKatakana);
    }
  });

  it('are all there', () => {
    expect(Object.keys(errorMeanings)).toEqual(Object.keys(errorTable));
  });
});

function fieldsOf(record: DescribedRecord): readonly DescribedField[] {
  return record.fields.flatMap((field) => [field, ...(field.of === undefined ? [] : fieldsOf(field.of))]);
}

function isDefinition(value: unknown): value is RecordDefinition {
  return typeof value === 'object' && value !== null && 'fieldNames' in value;
}
