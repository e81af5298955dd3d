import {
  type FieldDefinition,
  isOptional,
  nameOf,
  type OptionalField,
  type RecordDefinition,
} from '../define-record.js';
import { codeLength, maxElements, maxLength, ownLimits } from '../limits.js';
import type { FieldMeaning, ListMeaning, RecordMeaning, RecordOrigin } from './field-meaning.js';

/** The JSON form of a field: `code` is one string, `codes` a list of them, `list` a list of objects. */
export type FieldType = 'string' | 'integer' | 'code' | 'decimal' | 'codes' | 'texts' | 'list' | 'object';

/** All facts of one field: the facts of its meaning, and the facts derived from its name and its record. */
export interface DescribedField extends FieldMeaning {
  readonly name: string;
  /** A short English name of the field: its meaning up to the first colon. */
  readonly label: string;
  /** A short Japanese name of the field: its Japanese meaning up to the first colon. */
  readonly ja: string;
  /** The meaning in Japanese: the name, then `：` and the sentence. */
  readonly meaningJa: string;
  readonly type: FieldType;
  readonly isOptional: boolean;
  readonly isOpen: boolean;
  readonly canBeEmpty: boolean;
  readonly example: unknown;
  /** The record of an object, or of the elements of a list. */
  readonly of?: DescribedRecord;
}

/** All facts of one record. */
export interface DescribedRecord {
  readonly name: string;
  readonly meaning: string;
  /** The Japanese name. */
  readonly ja: string;
  /** The meaning in Japanese: the name, then `：` and the sentence. */
  readonly meaningJa: string;
  readonly origin: RecordOrigin;
  /** In wire order. */
  readonly fields: readonly DescribedField[];
  /** A whole record. A stored record or an answer has every field; a request has a sensible combination of fields. */
  readonly example: Readonly<Record<string, unknown>>;
}

type Limits = Readonly<Record<string, number | undefined>>;

/** Combines a definition and its meaning. */
export function withMeaning(definition: RecordDefinition, meaning: RecordMeaning): DescribedRecord {
  const fields = definition.fields.map((field) => describedField(field, meaning));
  const shown = fields.filter(({ name }) => meaning.shown?.includes(name) ?? true);
  return {
    name: definition.name,
    meaning: meaning.meaning,
    ja: termOf(meaning.ja),
    meaningJa: meaning.ja,
    origin: meaning.origin,
    fields,
    example: Object.fromEntries(shown.map(({ name, example }) => [name, example])),
  };
}

function describedField(definition: FieldDefinition, { origin, fields, example }: RecordMeaning): DescribedField {
  const name = nameOf(definition);
  const inner = isOptional(definition) ? definition.field : definition;
  const said = fields[name] as FieldMeaning | ListMeaning;
  const type = typeOf(inner);
  const of =
    typeof inner !== 'string' && 'item' in inner && 'of' in said ? withMeaning(inner.item, said.of) : undefined;
  const { of: _, ...own } = said as ListMeaning;
  return {
    isOpen: false,
    canBeEmpty: origin === 'stored' && type === 'string',
    ...limitsOf(name, type, origin, said),
    ...own,
    name,
    label: labelOf(own.meaning),
    ja: termOf(own.ja),
    meaningJa: own.ja,
    type,
    isOptional: isOptional(definition),
    example: example[name] ?? (type === 'list' ? [of?.example] : of?.example),
    ...(of === undefined ? {} : { of }),
  };
}

function labelOf(meaning: string): string {
  const [label = meaning] = meaning.split(': ');
  return label;
}

function termOf(ja: string): string {
  const [term = ja] = ja.split('：');
  return term;
}

function typeOf(field: Exclude<FieldDefinition, OptionalField>): FieldType {
  if (typeof field === 'string' || field.type === 'day' || field.type === 'second') return 'string';
  return field.type;
}

/** The limits of a field, from its name and the origin of its record, unless its meaning sets others. */
function limitsOf(
  name: string,
  type: FieldType,
  origin: RecordOrigin,
  { values, pattern, isOpen = false }: FieldMeaning,
): Pick<DescribedField, 'maxLength' | 'maxElements'> {
  if (type === 'integer' || type === 'texts' || type === 'list' || type === 'object') return {};
  if (type === 'codes') {
    return {
      maxElements: (maxElements as Limits)[name] ?? ownLimits.listElements,
      ...(values === undefined ? { maxLength: ownLimits.textLength } : {}),
    };
  }
  const isShaped = !isOpen && (values !== undefined || pattern !== undefined);
  const longest = longestValue(name, origin, isShaped);
  return longest === undefined ? {} : { maxLength: longest };
}

function longestValue(name: string, origin: RecordOrigin, isShaped: boolean): number | undefined {
  switch (origin) {
    case 'request':
      return (maxLength as Limits)[name] ?? (isShaped ? undefined : ownLimits.textLength);
    case 'stored':
      return (codeLength as Limits)[name] ?? (isShaped ? undefined : ownLimits.importValueLength);
    case 'answer':
      return (codeLength as Limits)[name];
  }
}
