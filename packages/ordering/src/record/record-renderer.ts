import {
  type FieldDefinition,
  isOptional,
  nameOf,
  ownLimits,
  type RecordDefinition,
} from '@trading-platform/domain-types';
import { LineRefusal, refuseField } from '../import/line-refusal.js';

/** Says what is wrong with a value that is there and not empty; undefined if nothing is. */
export type ValueCheck = (value: string) => string | undefined;

/** What a record must fulfil beyond its field list. Lists have rules of their own under their field's name. */
export interface RecordRules {
  readonly checks?: Readonly<Record<string, ValueCheck>>;
  /** Fields that are checked but not rendered. */
  readonly hidden?: readonly string[];
  readonly lists?: Readonly<Record<string, RecordRules>>;
}

/**
 * Checks one parsed record against its field list and renders it: JSON with every field, in wire order, absent values as `""`.
 *
 * @throws LineRefusal with the field's path for an unknown or missing field, a value that is not a string, one that is
 * too long or holds U+0000 or half a character, and one that its check refuses
 */
export type RecordRenderer = (record: unknown, path: string) => string;

type FieldRenderer = (value: unknown, path: string) => string;

interface RenderedField {
  readonly name: string;
  readonly required: boolean;
  readonly hidden: boolean;
  /** `"name":` */
  readonly key: string;
  /** What stands for an absent value. */
  readonly empty: string;
  readonly render: FieldRenderer;
}

/** Makes the renderer of a record definition once, so that a line costs one pass over its fields. */
export function makeRecordRenderer(definition: RecordDefinition, rules: RecordRules = {}): RecordRenderer {
  const fields = definition.fields.map((field) => renderedField(field, rules));
  return (record, path) => {
    if (!isObject(record))
      throw path === '' ? new LineRefusal('must be a JSON object') : refuseField(path, 'must be an object');
    const prefix = path === '' ? '' : `${path}.`;
    let text = '';
    let known = 0;
    for (const field of fields) {
      const value = record[field.name];
      if (value === undefined) {
        if (field.required) throw refuseField(prefix + field.name, 'is missing');
        if (!field.hidden) text += `,${field.key}${field.empty}`;
        continue;
      }
      known++;
      const rendered = field.render(value, prefix + field.name);
      if (!field.hidden) text += `,${field.key}${rendered}`;
    }
    if (Object.keys(record).length !== known) throw unknownField(record, fields, prefix);
    return `{${text.slice(1)}}`;
  };
}

function renderedField(definition: FieldDefinition, rules: RecordRules): RenderedField {
  const name = nameOf(definition);
  const inner = isOptional(definition) ? definition.field : definition;
  const list = typeof inner !== 'string' && inner.type === 'list' ? inner : undefined;
  return {
    name,
    required: !isOptional(definition),
    hidden: rules.hidden?.includes(name) ?? false,
    key: `${JSON.stringify(name)}:`,
    empty: list === undefined ? '""' : '[]',
    render:
      list === undefined
        ? textRenderer(rules.checks?.[name])
        : listRenderer(makeRecordRenderer(list.item, rules.lists?.[name])),
  };
}

function listRenderer(renderItem: RecordRenderer): FieldRenderer {
  return (value, path) => {
    if (!Array.isArray(value)) throw refuseField(path, 'must be an array');
    let text = '';
    for (const [index, item] of value.entries()) text += `,${renderItem(item, `${path}[${index}]`)}`;
    return `[${text.slice(1)}]`;
  };
}

/** What JSON must escape, and what no text may hold. */
// oxlint-disable-next-line no-control-regex
const notPlain = /["\\\u0000-\u001f\ud800-\udfff]/;

function textRenderer(check: ValueCheck | undefined): FieldRenderer {
  return (value, path) => {
    if (value === '') return '""';
    if (typeof value !== 'string') throw refuseField(path, 'must be a string');
    if (value.length > ownLimits.importValueLength && isTooLong(value)) {
      throw refuseField(path, `must have at most ${ownLimits.importValueLength} characters`);
    }
    const reason = check?.(value);
    if (reason !== undefined) throw refuseField(path, reason);
    return notPlain.test(value) ? escapedText(value, path) : `"${value}"`;
  };
}

function isTooLong(value: string): boolean {
  return Array.from(value).length > ownLimits.importValueLength;
}

function escapedText(value: string, path: string): string {
  if (value.includes('\u0000')) throw refuseField(path, 'must not hold the character U+0000');
  if (!value.isWellFormed()) throw refuseField(path, 'holds half of a surrogate pair');
  return JSON.stringify(value);
}

function unknownField(record: Readonly<Record<string, unknown>>, fields: readonly RenderedField[], prefix: string) {
  const known = new Set(fields.map(({ name }) => name));
  const name = Object.keys(record).find((key) => !known.has(key)) ?? '';
  return refuseField(prefix + name, 'unknown field');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
