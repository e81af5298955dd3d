import {
  codeLength,
  type FieldDefinition,
  isOptional,
  nameOf,
  ownLimits,
  type RecordDefinition,
} from '@trading-platform/domain-types';
import { LineRefusal, refuseField } from './line-refusal.js';
import { RecordInParts } from './record-in-parts.js';
import { atMost, code, type ValueCheck } from './value-checks.js';

/** The rules for a record, in addition to its field list. A list of objects has rules of its own, under the name of its field. */
export interface RecordRules {
  readonly checks?: Readonly<Record<string, ValueCheck>>;
  /** Fields that are checked but not rendered. */
  readonly hidden?: readonly string[];
  readonly lists?: Readonly<Record<string, RecordRules>>;
}

/**
 * Checks one parsed record against its field list and renders it: JSON with every field, in wire order, absent values as `""`.
 *
 * @throws LineRefusal with the path of the field: it is unknown or missing, or its value is no string, is too long, holds U+0000 or
 * half a character, is a code that no request could ask for, or is refused by its check
 */
export type RecordRenderer = (record: unknown, path: string) => string;

type RecordFields = Readonly<Record<string, unknown>>;
type CodeLengths = Readonly<Record<string, number | undefined>>;

interface RenderedField {
  readonly name: string;
  readonly required: boolean;
  readonly hidden: boolean;
  /** `,"name":`; the first field has no comma. */
  readonly key: string;
  /** The field with an absent value: `,"name":""` or `,"name":[]`; empty for a hidden field. */
  readonly absent: string;
  /** `,"name":"`, for fields most of whose values need no escaping. */
  readonly open: string | undefined;
  /** Longest value that is taken without escaping, in UTF-16 units. */
  readonly plainLength: number;
  readonly render: FieldRenderer;
}

type FieldRenderer = (value: unknown, path: string) => string;

/**
 * Makes a renderer for a record definition. Make it once: then each line costs one pass over its fields.
 *
 * @param codes longest codes by field. Default: the longest that requests can ask for
 */
export function makeRecordRenderer(
  definition: RecordDefinition,
  rules: RecordRules = {},
  codes: CodeLengths = codeLength,
): RecordRenderer {
  const first = definition.fields.map(nameOf).find((name) => !isHidden(name, rules));
  const fields = definition.fields.map((field) =>
    renderedField(field, rules, codes, nameOf(field) === first ? '' : ','),
  );
  const renderParts = partsRenderer(fields);
  return (record, path) => {
    if (record instanceof RecordInParts) return renderParts(record, path);
    if (!isObject(record)) throw notAnObject(path);
    let text = '{';
    let known = 0;
    for (const field of fields) {
      const value = record[field.name];
      if (value !== undefined) known++;
      text += renderField(field, value, path);
    }
    if (Object.keys(record).length !== known) throw unknownField(record, fields, path);
    return `${text}}`;
  };
}

function renderField(field: RenderedField, value: unknown, path: string): string {
  if (value === undefined) {
    if (field.required) throw refuseField(pathOf(path, field), 'is missing');
    return field.absent;
  }
  if (field.open !== undefined && isPlain(value, field.plainLength)) return `${field.open}${value}"`;
  const rendered = field.render(value, pathOf(path, field));
  return field.hidden ? '' : field.key + rendered;
}

/** A common part of records, rendered: the text around the fields that are their own. */
interface CommonText {
  readonly pieces: readonly { readonly before: string; readonly field: RenderedField }[];
  readonly end: string;
}

function partsRenderer(fields: readonly RenderedField[]): (record: RecordInParts, path: string) => string {
  const commonTexts = new WeakMap<object, CommonText>();
  return (record, path) => {
    const known = commonTexts.get(record.common);
    const text = known && renderOwn(known, record.own as RecordFields, path);
    if (text !== undefined) return text;
    const commonText = renderCommon(record, fields, path);
    commonTexts.set(record.common, commonText);
    return renderOwn(commonText, record.own as RecordFields, path)!;
  };
}

/** Nothing if the common part was rendered for records with other fields of their own. */
function renderOwn({ pieces, end }: CommonText, own: RecordFields, path: string): string | undefined {
  if (Object.keys(own).length !== pieces.length) return undefined;
  let text = '';
  for (const { before, field } of pieces) {
    const value = own[field.name];
    if (value === undefined) return undefined;
    text += before + renderField(field, value, path);
  }
  return text + end;
}

function renderCommon({ common, own }: RecordInParts, fields: readonly RenderedField[], path: string): CommonText {
  const pieces: { before: string; field: RenderedField }[] = [];
  let text = '{';
  let known = 0;
  for (const field of fields) {
    if ((own as RecordFields)[field.name] !== undefined) {
      pieces.push({ before: inOnePiece(text), field });
      text = '';
    } else {
      const value = (common as RecordFields)[field.name];
      if (value !== undefined) known++;
      text += renderField(field, value, path);
    }
  }
  if (Object.keys(common).length !== known) throw unknownField(common as RecordFields, fields, path);
  if (Object.keys(own).length !== pieces.length) throw unknownField(own as RecordFields, fields, path);
  return { pieces, end: inOnePiece(`${text}}`) };
}

/** The same text, in one piece in memory too: it is copied over and over. */
function inOnePiece(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

function renderedField(
  definition: FieldDefinition,
  rules: RecordRules,
  codes: CodeLengths,
  comma: string,
): RenderedField {
  const name = nameOf(definition);
  const inner = isOptional(definition) ? definition.field : definition;
  const list = typeof inner !== 'string' && inner.type === 'list' ? inner : undefined;
  const check = rules.checks?.[name];
  const longestCode = codes[name];
  const hidden = isHidden(name, rules);
  const key = `${comma}${JSON.stringify(name)}:`;
  return {
    name,
    required: !isOptional(definition),
    hidden,
    key,
    absent: hidden ? '' : key + (list === undefined ? '""' : '[]'),
    open: list === undefined && check === undefined && !hidden ? `${key}"` : undefined,
    plainLength: longestCode ?? ownLimits.importValueLength,
    render:
      list === undefined
        ? textRenderer(lengthCheck(longestCode), check)
        : listRenderer(makeRecordRenderer(list.item, rules.lists?.[name], codes)),
  };
}

function isHidden(name: string, { hidden }: RecordRules): boolean {
  return hidden?.includes(name) ?? false;
}

function pathOf(path: string, { name }: RenderedField): string {
  return path === '' ? name : `${path}.${name}`;
}

function notAnObject(path: string): LineRefusal {
  return path === '' ? new LineRefusal('must be a JSON object') : refuseField(path, 'must be an object');
}

function listRenderer(renderItem: RecordRenderer): FieldRenderer {
  return (value, path) => {
    if (!Array.isArray(value)) throw refuseField(path, 'must be an array');
    let text = '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) text += ',';
      text += renderItem(item, `${path}[${index}]`);
    }
    return `${text}]`;
  };
}

function lengthCheck(longestCode: number | undefined): ValueCheck {
  return longestCode === undefined ? atMost(ownLimits.importValueLength) : code(longestCode);
}

/** Characters that JSON must escape, and those that texts or codes must not hold. */
// oxlint-disable-next-line no-control-regex
const notPlain = /["\\\u0000-\u001f\u007f-\u009f\ud800-\udfff]/;

/** Whether a value is a text that needs no escaping in JSON and is not too long, however its characters are counted. */
function isPlain(value: unknown, length: number): value is string {
  return typeof value === 'string' && value.length <= length && !notPlain.test(value);
}

function textRenderer(checkLength: ValueCheck, check: ValueCheck | undefined): FieldRenderer {
  return (value, path) => {
    if (value === '') return '""';
    if (typeof value !== 'string') throw refuseField(path, 'must be a string');
    const reason = checkLength(value) ?? check?.(value);
    if (reason !== undefined) throw refuseField(path, reason);
    return notPlain.test(value) ? escapedText(value, path) : `"${value}"`;
  };
}

function escapedText(value: string, path: string): string {
  if (value.includes('\u0000')) throw refuseField(path, 'must not hold the character U+0000');
  if (!value.isWellFormed()) throw refuseField(path, 'holds half of a surrogate pair');
  return JSON.stringify(value);
}

function unknownField(record: RecordFields, fields: readonly RenderedField[], path: string) {
  const known = new Set(fields.map(({ name }) => name));
  const name = Object.keys(record).find((key) => !known.has(key)) ?? '';
  return refuseField(path === '' ? name : `${path}.${name}`, 'unknown field');
}

function isObject(value: unknown): value is RecordFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
