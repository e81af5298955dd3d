import type { JsonSchema } from '../define-record.js';
import type { DescribedField, DescribedRecord } from './described-record.js';

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

/** Whether the Japanese words come first, or only after the English ones. */
export type SchemaLanguage = 'en' | 'ja';

/**
 * The schema that callers may rely on. It allows further fields, because requests may have some and answers may gain
 * some. Codes are described as strings, although a request tolerates integers.
 *
 * @param elementSchema the schema of the elements of a list; a reference if schemas have names
 * @param language the language of the reader; the sentence about a field follows its Japanese name in English
 */
export function schemaOf(
  record: DescribedRecord,
  elementSchema: ElementSchema = (of) => schemaOf(of),
  language: SchemaLanguage = 'en',
): DescribedSchema {
  return {
    type: 'object',
    title: record.name,
    description: `${inOrder(record, language)}.`,
    'x-ja': record.ja,
    properties: Object.fromEntries(
      record.fields.map((field) => [field.name, fieldSchema(field, elementSchema, language)]),
    ),
    required: record.fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  };
}

/** The words of a meaning, those in the language of the reader first. */
function inOrder({ meaning, ja }: { readonly meaning: string; readonly ja: string }, language: SchemaLanguage): string {
  return language === 'ja' ? `${ja} (${meaning})` : `${meaning} (${ja})`;
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
  const { format, values, isOpen } = field;
  const words = { en: ['Written as', 'Usually '], ja: ['形式', '通常は '] }[language];
  const written = format === undefined ? '' : ` ${words[0]}: ${format}.`;
  const usual =
    isOpen && values !== undefined ? ` ${words[1]}${values.map((each) => inWords(each, language)).join('; ')}.` : '';
  return `${inOrder(field, language)}.${written}${usual}`;
}

function inWords(value: NonNullable<DescribedField['values']>[number], language: SchemaLanguage): string {
  return `\`${value.value}\` ${language === 'ja' ? value.ja : inOrder(value, language)}`;
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
  if (type === 'texts') return { type: 'array', items: value, ...elements };
  if (type !== 'codes') return value;
  return {
    type: 'array',
    items: { anyOf: [value, { type: 'object', minProperties: 1, additionalProperties: value }] },
    ...elements,
  };
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
      all.map((each) => [each.value, language === 'ja' ? each.ja : inOrder(each, language)]),
    ),
  };
}
