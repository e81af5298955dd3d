import type { ErrorEntry } from '@trading-platform/domain-types';
import { type CompiledField, type CompiledRequest, type CompiledRule, compileRequest } from './compile-request.js';
import { isAbsent, isObject, readCode, readElement } from './reading.js';
import type { Refusal } from './refusal.js';
import { RequestRefusedError } from './request-refused-error.js';

/** A body that fits its request class, and the names of the fields in it that the class does not know. */
export interface ReadRequest<Request> {
  readonly value: Request;
  /** For `X-Ignored-Fields`; a field of list elements stands once, as `details_list[].color`. */
  readonly ignoredFields: readonly string[];
}

/** Most defects that one refusal lists. */
const mostErrors = 10_000;

/** Most unknown fields that are named. */
const mostIgnoredFields = 100;

const notAnObject = { errorCode: 'E000002', detail: 'Send one JSON object as the body.' } as const;
const emptyElement = { errorCode: 'E000001', detail: 'This element is empty: send a value or leave it out.' } as const;

/**
 * Reads a JSON body as a request class (Spec 4.5 to 4.10): what counts as absent is left out, codes and list elements
 * become strings, unknown fields are ignored and named. `value` is an instance of the class with own fields only.
 *
 * @throws RequestRefusedError with all defects at once, one per field: the first in the order missing, type, length,
 *   format, allowed set, relation to other fields
 * @example
 * const { value, ignoredFields } = readRequest(MasterDownloadRequest, { exist_mc: 1, color: 'red' });
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

/** What `readRequest` decides on: the body as read so far, and everything that is wrong with it. */
export function examineRequest(requestClass: new () => object, body: unknown) {
  const findings = new Findings();
  let value: object | undefined;
  if (isObject(body)) value = readObject(compileRequest(requestClass), body, { path: '', pattern: '' }, findings);
  else findings.refuse('', notAnObject);
  return { value, errors: findings.errors, ignoredFields: [...findings.ignoredFields] };
}

/** Where an object stands: before its field names in `error_item`, and in the names of ignored fields. */
interface Place {
  readonly path: string;
  readonly pattern: string;
}

/** The defects and unknown fields found so far, both bounded. */
class Findings {
  readonly errors: ErrorEntry[] = [];
  readonly ignoredFields = new Set<string>();

  refuse(item: string, { errorCode, detail }: Pick<Refusal, 'errorCode' | 'detail'>): void {
    if (this.errors.length >= mostErrors) return;
    this.errors.push({ error_item: item, error_code: errorCode, error_detail: detail });
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
    if (isAbsent(sent)) {
      if (field.missing !== undefined) findings.refuse(place.path + field.name, field.missing);
      continue;
    }
    const value = read(field, sent);
    request[field.name] = value;
    const refusal = firstRefusal(field.rules, value, request) ?? firstRelation(field, value, request, refused);
    if (refusal !== undefined) {
      findings.refuse(place.path + field.name, refusal);
      refused.push(field.name);
    } else if (field.reading === 'codes') {
      checkCodes(field, value as readonly unknown[], request, place, findings);
    } else if (field.elements !== undefined) {
      request[field.name] = readElements(field, value as readonly unknown[], place, findings);
    }
  }
  for (const key of Object.keys(body)) {
    if (!names.has(key)) findings.ignore(place.pattern + key);
  }
  return request;
}

function read(field: CompiledField, sent: unknown): unknown {
  if (field.reading === 'code') return readCode(sent);
  if (field.reading === 'codes' && Array.isArray(sent)) return sent.map(readElement);
  return sent;
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
  codes: readonly unknown[],
  request: object,
  place: Place,
  findings: Findings,
): void {
  for (const [index, code] of codes.entries()) {
    const refusal = code === undefined ? emptyElement : firstRefusal(field.elementRules, code, request);
    if (refusal !== undefined) findings.refuse(`${place.path}${field.name}[${index}]`, refusal);
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
  return sent.map((element, index) => {
    const item = `${place.path}${name}[${index}]`;
    if (isObject(element)) return readObject(elements.request, element, { path: `${item}.`, pattern }, findings);
    findings.refuse(item, isAbsent(element) ? emptyElement : elements.refusal);
    return element;
  });
}
