import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import {
  type CompiledElements,
  type CompiledField,
  type CompiledRequest,
  type CompiledRule,
  compileRequest,
} from './compile-request.js';
import type { MemberRight, NamedMember } from './named-member.js';
import { isAbsent, isObject, readCode, readCodes, readDecimal, type SentCodes } from './reading.js';
import type { Refusal } from './refusal.js';
import { RequestRefusedError } from './request-refused-error.js';

/** A body that fits its request class, and the names of its unknown fields. */
export interface ReadRequest<Request> {
  readonly value: Request;
  /** For `X-Ignored-Fields`. A field of list elements is listed once, as `details_list[].color`. */
  readonly ignoredFields: readonly string[];
}

/** Most defects in one refusal. */
const mostErrors = 10_000;

/** Most unknown fields to list. */
const mostIgnoredFields = 100;

const notAnObject = { errorCode: errorCode.wrongFormat, detail: errorText('body') } as const;
const emptyElement = {
  errorCode: errorCode.missing,
  detail: errorText('emptyElement'),
} as const;

/**
 * Reads a JSON body as a request class (Spec 4.5 to 4.11). Absent values are left out, codes and list elements become strings,
 * and unknown fields are ignored but named. `value` is an instance of the class.
 *
 * @throws RequestRefusedError with all defects at once, one per field: the first in the order missing, type, length,
 *   format, allowed set, relation to other fields
 * @example
 * const { value, ignoredFields } = readRequest(downloadRequest('master'), { exist_mc: 1, color: 'red' });
 * // value.exist_mc === '1', ignoredFields is ['color']
 */
export function readRequest<Request extends object>(
  requestClass: new () => Request,
  body: unknown,
): ReadRequest<Request> {
  const { value, errors, ignoredFields } = examineRequest(requestClass, body);
  if (errors.length > 0) throw new RequestRefusedError(errors, ignoredFields);
  return { value: value as Request, ignoredFields };
}

/** The result of judging a body without stored data. All parts except `value` are plain values. */
export interface ExaminedRequest {
  /** The read fields, including wrong ones; undefined if the body is not an object. */
  readonly value: object | undefined;
  /** All defects, in the order of the fields. */
  readonly errors: readonly ErrorEntry[];
  readonly ignoredFields: readonly string[];
  /** The members in the well-formed fields. */
  readonly namedMembers: readonly NamedMember[];
}

/** Like `readRequest`, for callers that make further checks before they refuse a body. */
export function examineRequest(requestClass: new () => object, body: unknown): ExaminedRequest {
  const findings = new Findings();
  let value: object | undefined;
  if (isObject(body)) value = readObject(compileRequest(requestClass), body, { path: '', pattern: '' }, findings);
  else findings.refuse('', notAnObject);
  const { errors, ignoredFields, namedMembers } = findings;
  return { value, errors, ignoredFields: [...ignoredFields], namedMembers };
}

/** Sorts the defects of a request by the order of its fields. */
export function inOrderOfFields(requestClass: new () => object, errors: readonly ErrorEntry[]): readonly ErrorEntry[] {
  const order = new Map(compileRequest(requestClass).fields.map(({ name }, position) => [name, position]));
  const placed = errors.map((error) => {
    const [, name = '', place = '0'] = /^([^[.]*)(?:\[(\d+)\])?/.exec(error.error_item) ?? [];
    return { error, field: order.get(name) ?? -1, place: Number(place) };
  });
  const sorted = placed.toSorted((one, other) => one.field - other.field || one.place - other.place);
  return sorted.slice(0, mostErrors).map(({ error }) => error);
}

/** The position of an object in a body. */
interface Place {
  /** The prefix of its fields in `error_item`: `details_list[2].`. */
  readonly path: string;
  /** The prefix of its ignored fields: `details_list[].`. */
  readonly pattern: string;
  /** For an element of a list: refuses a value that an earlier element has in the same field. */
  readonly repetition?: ((field: string, value: unknown) => Refusal | undefined) | undefined;
}

/** The defects and unknown fields found, both bounded, and the members found. */
class Findings {
  readonly errors: ErrorEntry[] = [];
  readonly namedMembers: NamedMember[] = [];
  readonly ignoredFields = new Set<string>();

  refuse(item: string, { errorCode: code, detail }: Pick<Refusal, 'errorCode' | 'detail'>): void {
    if (this.errors.length >= mostErrors) return;
    this.errors.push({ error_item: item, error_code: code, error_detail: detail });
  }

  name(item: string, right: MemberRight, memberCode: string): void {
    this.namedMembers.push({ item, memberCode, right });
  }

  ignore(name: string): void {
    if (this.ignoredFields.size < mostIgnoredFields) this.ignoredFields.add(name);
  }
}

function readObject(
  { requestClass, fields, names }: CompiledRequest,
  body: Readonly<Record<string, unknown>>,
  place: Place,
  findings: Findings,
): object {
  const request = new requestClass() as Record<string, unknown>;
  const refused: string[] = [];
  for (const field of fields) {
    const sent = Object.hasOwn(body, field.name) ? body[field.name] : undefined;
    const list = readList(field, sent);
    if (isAbsent(sent) || list?.codes.length === 0) {
      if (field.missing !== undefined && !isExcused(field, body)) {
        findings.refuse(place.path + field.name, field.missing);
      }
      continue;
    }
    const value = list?.codes ?? readOne(field, sent);
    request[field.name] = value;
    const refusal =
      firstRefusal(field.rules, value, request) ??
      firstRelation(field, value, request, refused) ??
      place.repetition?.(field.name, value);
    if (refusal !== undefined) {
      findings.refuse(place.path + field.name, refusal);
      refused.push(field.name);
    } else if (list !== undefined) {
      checkCodes(field, list, request, place, findings);
    } else if (field.elements !== undefined) {
      request[field.name] = readElements(field, value as readonly unknown[], place, findings);
    } else if (field.naming !== undefined) {
      findings.name(place.path + field.name, field.naming, value as string);
    }
  }
  for (const key of Object.keys(body)) {
    if (!names.has(key)) findings.ignore(place.pattern + key);
  }
  return request;
}

function readOne({ reading }: CompiledField, sent: unknown): unknown {
  if (reading === 'code') return readCode(sent);
  return reading === 'decimal' ? readDecimal(sent) : sent;
}

function readList({ reading }: CompiledField, sent: unknown): SentCodes | undefined {
  if (!Array.isArray(sent) || (reading !== 'codes' && reading !== 'placed-codes')) return undefined;
  return readCodes(sent, reading === 'placed-codes');
}

function isExcused({ excusedBy, excusedWithout }: CompiledField, body: Readonly<Record<string, unknown>>): boolean {
  const isSent = (name: string) => Object.hasOwn(body, name) && !isAbsent(body[name]);
  return excusedBy?.some(isSent) ?? (excusedWithout !== undefined && !isSent(excusedWithout));
}

function firstRefusal(rules: readonly CompiledRule[], value: unknown, request: object): Refusal | undefined {
  for (const rule of rules) {
    if (!rule.accepts(value, request)) return rule.refusal;
  }
  return undefined;
}

function firstRelation(
  field: CompiledField,
  value: unknown,
  request: object,
  refused: readonly string[],
): Refusal | undefined {
  for (const relation of field.relations) {
    if (!refused.includes(relation.other as string) && !relation.accepts(value, request)) return relation.refusal;
  }
  return undefined;
}

function checkCodes(
  field: CompiledField,
  { codes, places }: SentCodes,
  request: object,
  place: Place,
  findings: Findings,
): void {
  for (const [index, code] of codes.entries()) {
    const refusal = code === undefined ? emptyElement : firstRefusal(field.elementRules, code, request);
    if (refusal === undefined && field.naming === undefined) continue;
    const item = `${place.path}${field.name}[${places[index]}]`;
    if (refusal !== undefined) findings.refuse(item, refusal);
    else if (field.naming !== undefined) findings.name(item, field.naming, code as string);
  }
}

function readElements(
  { name, elements }: CompiledField,
  sent: readonly unknown[],
  place: Place,
  findings: Findings,
): readonly unknown[] {
  if (elements === undefined) return sent;
  const pattern = `${place.pattern}${name}[].`;
  const repetition = elements.distinct.length === 0 ? undefined : repetitionIn(elements.distinct);
  return sent.map((element, index) => {
    const item = `${place.path}${name}[${index}]`;
    if (isObject(element)) {
      return readObject(requestOf(elements, element), element, { path: `${item}.`, pattern, repetition }, findings);
    }
    findings.refuse(item, isAbsent(element) ? emptyElement : elements.refusal);
    return element;
  });
}

function requestOf(
  { request, variants }: CompiledElements,
  element: Readonly<Record<string, unknown>>,
): CompiledRequest {
  if (variants === undefined || !Object.hasOwn(element, variants.field)) return request;
  return variants.requests.get(element[variants.field] as string) ?? request;
}

/** Remembers the values of some fields in the earlier elements of a list. */
function repetitionIn(distinct: CompiledElements['distinct']) {
  const fields = new Map(distinct.map(({ field, refusal }) => [field, { refusal, seen: new Set<unknown>() }]));
  return (name: string, value: unknown): Refusal | undefined => {
    const of = fields.get(name);
    if (of?.seen.has(value)) return of.refusal;
    of?.seen.add(value);
    return undefined;
  };
}
