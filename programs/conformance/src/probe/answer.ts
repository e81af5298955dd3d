import { isRegExp } from 'node:util/types';
import type { Exchange } from '../http/exchange.js';
import { Finding } from './finding.js';

export type Fields = Readonly<Record<string, unknown>>;

/** An error that a refusal must contain: its field and its code. */
export type WantedError = readonly [item: string, code: string];

/** An answer that a check judges. If an expectation is not met, a `Finding` about this call is thrown. */
export class Answer {
  readonly exchange: Exchange;
  #json: { readonly value: unknown } | undefined;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  get status(): number {
    return this.exchange.status;
  }

  get text(): string {
    return this.exchange.bytes.toString('utf8');
  }

  /** Returns the body as JSON. */
  get json(): unknown {
    this.#json ??= { value: this.#parsed() };
    return this.#json.value;
  }

  /** Returns the body, which must be a JSON object. */
  get body(): Fields {
    return isObject(this.json) ? this.json : this.fail('the body is not a JSON object');
  }

  header(name: string): string | undefined {
    return this.exchange.headers[name.toLowerCase()];
  }

  /** Returns a field of the body, which must be a text. */
  string(field: string): string {
    const value = this.body[field];
    return typeof value === 'string' ? value : this.fail(`${field} is ${shown(value)}, not a string`);
  }

  /** Returns a field of the body, which must be a list of objects. */
  list(field: string): readonly Fields[] {
    const value = this.body[field];
    if (!Array.isArray(value)) return this.fail(`${field} is ${shown(value)}, not a list`);
    if (!value.every(isObject)) return this.fail(`${field} has elements that are not objects`);
    return value;
  }

  fail(found: string): never {
    throw new Finding(found, this.exchange);
  }

  expect(isMet: boolean, found: string): this {
    return isMet ? this : this.fail(found);
  }

  expectEqual(actual: unknown, wanted: unknown, what: string): this {
    return this.expect(same(actual, wanted), `${what} is ${shown(actual)}, not ${shown(wanted)}`);
  }

  expectStatus(...statuses: readonly number[]): this {
    return this.expect(statuses.includes(this.status), `HTTP ${this.status}, not ${statuses.join(' or ')}`);
  }

  expectHeader(name: string, wanted: string | RegExp): this {
    const value = this.header(name);
    if (value === undefined) return this.fail(`there is no header ${name}`);
    const isMet = typeof wanted === 'string' ? value === wanted : wanted.test(value);
    return this.expect(isMet, `${name} is ${shown(value)}, not ${shown(wanted)}`);
  }

  expectNoHeader(name: string): this {
    const value = this.header(name);
    return this.expect(value === undefined, `there is a header ${name}: ${shown(value)}`);
  }

  /** Expects exactly these fields, in this order. */
  expectFields(value: unknown, fields: readonly string[], what: string): this {
    if (!isObject(value)) return this.fail(`${what} is ${shown(value)}, not an object`);
    const names = Object.keys(value);
    const missing = fields.filter((name) => !names.includes(name));
    const unknown = names.filter((name) => !fields.includes(name));
    if (missing.length > 0) this.fail(`${what} has no field ${missing.slice(0, 5).join(', ')}`);
    if (unknown.length > 0)
      this.fail(`${what} has fields that the contract does not have: ${unknown.slice(0, 5).join(', ')}`);
    const at = names.findIndex((name, index) => name !== fields[index]);
    return this.expect(
      at === -1,
      `${what} has its fields in another order: ${names[at]} is in the place of ${fields[at]}`,
    );
  }

  /** Expects a normal answer of the data API. */
  expectNormal(): this {
    this.expectStatus(200);
    this.expectEqual(this.body['result'], 0, 'result');
    return this.expectEqual(this.body['error_list'], [], 'error_list');
  }

  /**
   * Expects a refusal by the data API with exactly these errors, in this order. Without `errors`, any errors are
   * accepted.
   */
  expectRefusal(status: number, ...errors: readonly WantedError[]): this {
    this.expectStatus(status);
    this.expectEqual(this.body['result'], 1, 'result');
    const found = this.list('error_list').map(
      (entry) => `${String(entry['error_item'])} ${String(entry['error_code'])}`,
    );
    if (errors.length === 0) return this.expect(found.length > 0, 'error_list is empty');
    return this.expectEqual(
      found,
      errors.map(([item, code]) => `${item} ${code}`),
      'error_list (fields and codes)',
    );
  }

  /** Expects a refusal by the authentication server. RFC 6749 §5.2. */
  expectOauthError(status: number, error: string): this {
    return this.expectStatus(status).expectEqual(this.body['error'], error, 'error');
  }

  #parsed(): unknown {
    try {
      return JSON.parse(this.text) as unknown;
    } catch {
      return this.fail('the body is not JSON');
    }
  }
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

const shownAtMost = 300;

function shown(value: unknown): string {
  const text = isRegExp(value) ? String(value) : (JSON.stringify(value) ?? 'absent');
  return text.length > shownAtMost ? `${text.slice(0, shownAtMost)}…` : text;
}
