import type { JsonSchema } from '../define-record.js';
import type { DescribedField, DescribedRecord } from './described-record.js';
import { formatInJapanese } from './format-in-japanese.js';

/** A JSON schema of draft 2020-12, for OpenAPI 3.1, with the meaning of each field. */
export interface DescribedSchema extends Omit<JsonSchema, 'properties' | 'items' | 'anyOf' | 'additionalProperties'> {
  readonly $ref?: string;
  readonly description?: string;
  readonly 'x-ja'?: string;
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly additionalProperties?: DescribedSchema;
  readonly items?: DescribedSchema;
  readonly anyOf?: readonly DescribedSchema[];
}

type ElementSchema = (of: DescribedRecord) => DescribedSchema;

/** The language of the descriptions. English descriptions name the Japanese term too. */
export type SchemaLanguage = 'en' | 'ja';

/**
 * The schema that callers may rely on. It allows further fields, because requests may have some and answers may gain
 * some. Codes are described as strings, although a request tolerates integers.
 *
 * @param elementSchema returns the schema of the elements of a list, or a reference to it if schemas have names
 * @param language the language of the reader
 */
export function schemaOf(
  record: DescribedRecord,
  elementSchema?: ElementSchema,
  language: SchemaLanguage = 'en',
): DescribedSchema {
  const schemaOfElements = elementSchema ?? ((of) => schemaOf(of, undefined, language));
  return {
    type: 'object',
    title: record.name,
    description: sentenceOf(record, language),
    'x-ja': record.ja,
    properties: Object.fromEntries(
      record.fields.map((field) => [field.name, fieldSchema(field, schemaOfElements, language)]),
    ),
    required: record.fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  };
}

/** The meaning of a record or field as a sentence. The English one names the Japanese term too. */
function sentenceOf(
  { meaning, ja, meaningJa }: Pick<DescribedField, 'meaning' | 'ja' | 'meaningJa'>,
  language: SchemaLanguage,
) {
  return language === 'ja' ? `${meaningJa}。` : `${meaning} (${ja}).`;
}

function fieldSchema(field: DescribedField, elementSchema: ElementSchema, language: SchemaLanguage): DescribedSchema {
  return {
    description: descriptionOf(field, language),
    'x-ja': field.ja,
    ...shapeOf(field, elementSchema, language),
    ...(field.of === undefined ? { examples: [field.example] } : {}),
  };
}

function descriptionOf(field: DescribedField, language: SchemaLanguage): string {
  const { format, values, isOpen, type } = field;
  const words = wordsAround[language];
  const parts = [
    sentenceOf(field, language),
    format === undefined ? '' : words.format(format),
    isOpen && values !== undefined ? words.usual(values.map((each) => inWords(each, language)).join(words.comma)) : '',
    type === 'codes' ? words.element : '',
  ];
  return parts.filter((part) => part !== '').join(language === 'ja' ? '' : ' ');
}

const wordsAround = {
  en: {
    format: (format: string) => `Written as: ${format}.`,
    usual: (values: string) => `Usually ${values}.`,
    comma: '; ',
    element: 'An element may also be an object with the code as its only value.',
  },
  ja: {
    format: (format: string) => `形式は${formatInJapanese(format)}。`,
    usual: (values: string) => `通常は${values}。`,
    comma: '、',
    element: '要素は、コードを唯一の値とするオブジェクトでもよい。',
  },
} as const;

function inWords(
  { value, meaning, ja }: NonNullable<DescribedField['values']>[number],
  language: SchemaLanguage,
): string {
  return `\`${value}\` ${language === 'ja' ? ja : `${meaning} (${ja})`}`;
}

function shapeOf(field: DescribedField, elementSchema: ElementSchema, language: SchemaLanguage): DescribedSchema {
  const { type, of, minElements, maxElements } = field;
  const elements = {
    ...(minElements === undefined ? {} : { minItems: minElements }),
    ...(maxElements === undefined ? {} : { maxItems: maxElements }),
  };
  if (of !== undefined && type === 'object') return elementSchema(of);
  if (of !== undefined) return { type: 'array', items: elementSchema(of), ...elements };
  const value = valueSchema(field, language);
  // A list of codes also accepts objects. A union with that type would give users of generated clients an empty class.
  return type === 'texts' || type === 'codes' ? { type: 'array', items: value, ...elements } : value;
}

function valueSchema(field: DescribedField, language: SchemaLanguage): DescribedSchema {
  const { type, values, pattern, maxLength, isOpen, canBeEmpty, isOptional } = field;
  if (values !== undefined && !isOpen) {
    return enumSchema(type === 'integer' ? 'integer' : 'string', values, canBeEmpty, language);
  }
  if (type === 'integer') return { type };
  return {
    type: 'string',
    ...(pattern === undefined || isOpen ? {} : { pattern: canBeEmpty ? `^(?:${pattern})?$` : `^${pattern}$` }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(canBeEmpty || isOptional || pattern !== undefined ? {} : { minLength: 1 }),
  };
}

function enumSchema(
  type: 'integer' | 'string',
  values: NonNullable<DescribedField['values']>,
  canBeEmpty: boolean,
  language: SchemaLanguage,
): DescribedSchema {
  const empty = canBeEmpty ? [{ value: '', meaning: 'nothing was given', ja: '指定なし' }] : [];
  const all = [...values, ...empty];
  return {
    type,
    enum: all.map(({ value }) => value),
    'x-enumDescriptions': Object.fromEntries(
      all.map((each) => [each.value, language === 'ja' ? each.ja : `${each.meaning} (${each.ja})`]),
    ),
  };
}
