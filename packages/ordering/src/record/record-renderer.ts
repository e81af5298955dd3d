import {
  codeLength,
  type FieldDefinition,
  isOptional,
  nameOf,
  ownLimits,
  type RecordDefinition,
} from '@trading-platform/domain-types';
import { FieldReader } from './field-reader.js';
import { JsonBytes } from './json-bytes.js';
import { LineRefusal, refuseField } from './line-refusal.js';
import { RecordInParts } from './record-in-parts.js';
import { RenderedJson } from './rendered-json.js';
import { amount, atMost, code, signedAmount, type ValueCheck } from './value-checks.js';

/**
 * Rules for the fields of a record that are not in its field list. If a field is a list of records, `lists` contains the rules
 * for these records under the name of the field.
 */
export interface RecordRules {
  readonly checks?: Readonly<Record<string, ValueCheck>>;
  /** Fields that are checked but not rendered. */
  readonly hidden?: readonly string[];
  readonly lists?: Readonly<Record<string, RecordRules>>;
}

/**
 * Checks a parsed record against its field list, and renders it as JSON in UTF-8. The JSON contains every field in the order of
 * the contract, with `""` for absent values.
 *
 * @throws LineRefusal with the path of the field. The field is unknown or missing, or its value is wrong: it is not a
 * string, is too long, contains U+0000 or half a character, is a code that no request can contain, or is refused by its
 * check.
 * @param room the memory that holds the bytes until it is cleared. Default: they get memory of their own
 */
export type RecordRenderer = (record: unknown, path: string, room?: JsonBytes) => Buffer;

type RecordFields = Readonly<Record<string, unknown>>;
type CodeLengths = Readonly<Record<string, number | undefined>>;

interface RenderedField {
  readonly name: string;
  readonly required: boolean;
  /**
   * The bytes before a value, such as `,"name":"` or `,"name":[`. The bytes that come before a value, such as `,"name":"` or
   * `,"name":[`. Before the first field of a record there is no comma. If the field is not rendered, there are no bytes before
   * its value.
   */
  readonly start: Buffer;
  /**
   * The whole field if its value is absent, such as `,"name":""` or `,"name":[]`. If the field is not rendered, there are no
   * bytes.
   */
  readonly absent: Buffer;
  /**
   * The maximum length, in UTF-16 units, of a plain text that needs no further check. For fields with special checks, the maximum
   * length is -1.
   */
  readonly plainLength: number;
  /** Amounts are frequent, so they are checked while they are written. */
  readonly amount: 'none' | 'positive' | 'signed';
  readonly write: ValueWriter;
}

/** Writes the value of a field, after the bytes before the value. */
type ValueWriter = (json: JsonBytes, value: unknown, path: string) => void;

/** One buffer is enough, because records are rendered one after the other. */
const rendered = new JsonBytes();

/**
 * Makes a function that renders records with the given definition. Make the renderer once, so that rendering a line takes a
 * single pass over its fields.
 *
 * @param codes longest codes by field. Default: the longest that requests can ask for
 */
export function makeRecordRenderer(
  definition: RecordDefinition,
  rules: RecordRules = {},
  codes: CodeLengths = codeLength,
): RecordRenderer {
  const write = recordWriter(definition, rules, codes);
  return (record, path, room) => {
    if (room !== undefined) {
      const start = room.length;
      write(room, record, path);
      return room.since(start);
    }
    rendered.clear();
    write(rendered, record, path);
    return rendered.take();
  };
}

const openBrace = Buffer.from('{');
const closeBrace = Buffer.from('}');
const closeBracket = Buffer.from(']');
const comma = Buffer.from(',');
const quote = Buffer.from('"');

function recordWriter(definition: RecordDefinition, rules: RecordRules, codes: CodeLengths): ValueWriter {
  const first = definition.fields.map(nameOf).find((name) => !isHidden(name, rules));
  const fields = definition.fields.map((field) =>
    renderedField(field, rules, codes, nameOf(field) === first ? '' : ','),
  );
  const writeParts = partsWriter(fields);
  return (json, record, path) => {
    if (record instanceof RecordInParts) return writeParts(json, record, path);
    if (record instanceof RenderedJson) return record.addTo(json);
    if (!isObject(record)) throw notAnObject(path);
    json.add(openBrace);
    let known = 0;
    for (const field of fields) {
      const value = record[field.name];
      if (value !== undefined) known++;
      writeField(json, field, value, path);
    }
    if (Object.keys(record).length !== known) throw unknownField(record, fields, path);
    json.add(closeBrace);
  };
}

function writeField(json: JsonBytes, field: RenderedField, value: unknown, path: string): void {
  if (value === undefined) {
    if (field.required) throw refuseField(pathOf(path, field), 'is missing');
    json.add(field.absent);
    return;
  }
  json.add(field.start);
  if (typeof value === 'string' && addAtOnce(json, field, value)) return;
  field.write(json, value, pathOf(path, field));
}

function addAtOnce(json: JsonBytes, { amount: kind, plainLength }: RenderedField, value: string): boolean {
  if (kind !== 'none') return json.addAmount(value, kind === 'signed');
  return value.length <= plainLength && json.addPlain(value);
}

/** The rendered common part of some records. Each field that is not common is stored with the bytes that come before it. */
interface CommonBytes {
  readonly own: RenderedField[];
  /** Reads the values of the fields that are not common. */
  readonly reader: FieldReader;
  readonly end: Buffer;
}

function partsWriter(fields: readonly RenderedField[]): (json: JsonBytes, record: RecordInParts, path: string) => void {
  const known = new WeakMap<object, CommonBytes>();
  const readers = new Map<string, FieldReader>();
  const readerOf = (names: readonly string[]) => {
    const key = names.join(' ');
    const reader = readers.get(key) ?? new FieldReader(names);
    readers.set(key, reader);
    return reader;
  };
  let latest: CommonBytes | undefined;
  return (json, record, path) => {
    const own = record.own as RecordFields;
    let common = known.get(record.common);
    if (common === undefined || !common.reader.readsAll(own)) {
      common = renderCommon(record, fields, readerOf, path);
      common.reader.readsAll(own);
      share(common, latest);
      known.set(record.common, common);
      latest = common;
    }
    const { values } = common.reader;
    let index = 0;
    for (const field of common.own) writeField(json, field, values[index++], path);
    json.add(common.end);
  };
}

/**
 * Most of the rendered bytes are the same for all records. If equal bytes are in memory only once, the processor finds them in
 * its cache more often.
 */
function share({ own }: CommonBytes, latest: CommonBytes | undefined): void {
  for (const [index, { name, start }] of own.entries()) {
    const like = latest?.own[index];
    if (like?.name === name && like.start.equals(start)) own[index] = like;
  }
}

function renderCommon(
  { common, own }: RecordInParts,
  fields: readonly RenderedField[],
  readerOf: (names: readonly string[]) => FieldReader,
  path: string,
): CommonBytes {
  const json = new JsonBytes();
  const ownFields: RenderedField[] = [];
  let known = 0;
  json.add(openBrace);
  for (const field of fields) {
    if ((own as RecordFields)[field.name] !== undefined) {
      json.add(field.start);
      ownFields.push({ ...field, start: json.take() });
    } else {
      const value = (common as RecordFields)[field.name];
      if (value !== undefined) known++;
      writeField(json, field, value, path);
    }
  }
  if (Object.keys(common).length !== known) throw unknownField(common as RecordFields, fields, path);
  if (Object.keys(own).length !== ownFields.length) throw unknownField(own as RecordFields, fields, path);
  json.add(closeBrace);
  return { own: ownFields, reader: readerOf(ownFields.map(({ name }) => name)), end: json.take() };
}

function renderedField(
  definition: FieldDefinition,
  rules: RecordRules,
  codes: CodeLengths,
  separator: string,
): RenderedField {
  const name = nameOf(definition);
  const inner = isOptional(definition) ? definition.field : definition;
  const list = typeof inner !== 'string' && inner.type === 'list' ? inner : undefined;
  const check = rules.checks?.[name];
  const longestCode = codes[name];
  const hidden = isHidden(name, rules);
  const [open, close] = list === undefined ? '""' : '[]';
  const start = hidden ? '' : `${separator}${JSON.stringify(name)}:${open}`;
  const checkText = textCheck(lengthCheck(longestCode), check);
  return {
    name,
    required: !isOptional(definition),
    start: Buffer.from(start),
    absent: Buffer.from(hidden ? '' : `${start}${close}`),
    plainLength:
      list === undefined && check === undefined && !hidden ? (longestCode ?? ownLimits.importValueLength) : -1,
    amount: hidden ? 'none' : check === signedAmount ? 'signed' : check === amount ? 'positive' : 'none',
    write: list === undefined ? textWriter(checkText, hidden) : listWriter(list.item, rules.lists?.[name] ?? {}, codes),
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

function listWriter(definition: RecordDefinition, rules: RecordRules, codes: CodeLengths): ValueWriter {
  const writeItem = recordWriter(definition, rules, codes);
  const pathOfItem = rememberedPaths();
  return (json, value, path) => {
    if (!Array.isArray(value)) throw refuseField(path, 'must be an array');
    let index = 0;
    for (const item of value as readonly unknown[]) {
      if (index > 0) json.add(comma);
      writeItem(json, item, pathOfItem(path, index++));
    }
    json.add(closeBracket);
  };
}

const pathsRemembered = 1_000;

/** The path of an element is shown only in a refusal but is needed for every element, so the paths are cached. */
function rememberedPaths(): (path: string, index: number) => string {
  let known: { readonly path: string; readonly items: string[] } = { path: '', items: [] };
  return (path, index) => {
    if (path !== known.path) known = { path, items: [] };
    const item = known.items[index] ?? `${path}[${index}]`;
    if (index === known.items.length && index < pathsRemembered) known.items.push(item);
    return item;
  };
}

function lengthCheck(longestCode: number | undefined): ValueCheck {
  return longestCode === undefined ? atMost(ownLimits.importValueLength) : code(longestCode);
}

type TextCheck = (value: unknown, path: string) => string;

/** @throws LineRefusal unless the value is a text that is allowed there */
function textCheck(checkLength: ValueCheck, check: ValueCheck | undefined): TextCheck {
  return (value, path) => {
    if (typeof value !== 'string') throw refuseField(path, 'must be a string');
    const reason = value === '' ? undefined : (checkLength(value) ?? check?.(value));
    if (reason !== undefined) throw refuseField(path, reason);
    if (value.includes('\u0000')) throw refuseField(path, 'must not hold the character U+0000');
    if (!value.isWellFormed()) throw refuseField(path, 'holds half of a surrogate pair');
    return value;
  };
}

/** The characters that JSON must escape, in a text that is valid Unicode. */
// oxlint-disable-next-line no-control-regex
const needsEscape = /["\\\u0000-\u001f]/;

/** @param hidden it is only checked */
function textWriter(check: TextCheck, hidden: boolean): ValueWriter {
  return (json, value, path) => {
    const text = check(value, path);
    if (hidden) return;
    json.addText(needsEscape.test(text) ? JSON.stringify(text).slice(1, -1) : text);
    json.add(quote);
  };
}

function unknownField(record: RecordFields, fields: readonly RenderedField[], path: string) {
  const known = new Set(fields.map(({ name }) => name));
  const name = Object.keys(record).find((key) => !known.has(key)) ?? '';
  return refuseField(path === '' ? name : `${path}.${name}`, 'unknown field');
}

function isObject(value: unknown): value is RecordFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
