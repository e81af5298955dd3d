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

/**
 * The schema that callers may rely on. It allows further fields, because requests may have some and answers may gain
 * some. Codes are described as strings, although a request tolerates integers.
 *
 * @param elementSchema the schema of the elements of a list; a reference if schemas have names
 */
export function schemaOf(
  record: DescribedRecord,
  elementSchema: ElementSchema = (of) => schemaOf(of),
): DescribedSchema {
  return {
    type: 'object',
    title: record.name,
    description: `${record.meaning} (${record.ja}).`,
    'x-ja': record.ja,
    properties: Object.fromEntries(record.fields.map((field) => [field.name, fieldSchema(field, elementSchema)])),
    required: record.fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  };
}

function fieldSchema(field: DescribedField, elementSchema: ElementSchema): DescribedSchema {
  return {
    description: descriptionOf(field),
    'x-ja': field.ja,
    ...shapeOf(field, elementSchema),
    ...(field.of === undefined ? { examples: [field.example] } : {}),
  };
}

function descriptionOf({ meaning, ja, format, values, isOpen }: DescribedField): string {
  const written = format === undefined ? '' : ` Written as: ${format}.`;
  const usual = isOpen && values !== undefined ? ` Usually ${values.map(inWords).join('; ')}.` : '';
  return `${meaning} (${ja}).${written}${usual}`;
}

function inWords({ value, meaning, ja }: { value: string | number; meaning: string; ja: string }): string {
  return `\`${value}\` ${meaning} (${ja})`;
}

function shapeOf(field: DescribedField, elementSchema: ElementSchema): DescribedSchema {
  const { type, of, minElements, maxElements } = field;
  const elements = {
    ...(minElements === undefined ? {} : { minItems: minElements }),
    ...(maxElements === undefined ? {} : { maxItems: maxElements }),
  };
  if (of !== undefined && type === 'object') return elementSchema(of);
  if (of !== undefined) return { type: 'array', items: elementSchema(of), ...elements };
  const value = valueSchema(field);
  if (type === 'texts') return { type: 'array', items: value, ...elements };
  if (type !== 'codes') return value;
  return {
    type: 'array',
    items: { anyOf: [value, { type: 'object', minProperties: 1, additionalProperties: value }] },
    ...elements,
  };
}

function valueSchema({
  type,
  values,
  pattern,
  maxLength,
  isOpen,
  canBeEmpty,
  isOptional,
}: DescribedField): DescribedSchema {
  if (values !== undefined && !isOpen) return enumSchema(type === 'integer' ? 'integer' : 'string', values, canBeEmpty);
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
): DescribedSchema {
  const empty = canBeEmpty ? [{ value: '', meaning: 'nothing was given', ja: '指定なし' }] : [];
  const all = [...values, ...empty];
  return {
    type,
    enum: all.map(({ value }) => value),
    'x-enumDescriptions': Object.fromEntries(all.map(({ value, meaning, ja }) => [value, `${meaning} (${ja})`])),
  };
}
