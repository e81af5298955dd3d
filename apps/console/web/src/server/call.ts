import type { ConsoleCalls } from '../../../wire/index.js';
import { rightMissing, signedOut } from '../session/session-news.js';
import { CallError } from './call-error.js';

type CallName = keyof ConsoleCalls;
type BodyOf<Name extends CallName> = ConsoleCalls[Name] extends { readonly body: infer Body } ? Body : undefined;
export type AnswerOf<Name extends CallName> = ConsoleCalls[Name]['answer'];

export interface CallOptions<Name extends CallName = CallName> {
  /** The values for placeholders such as `{name}` in the path. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: BodyOf<Name>;
  /** With this key the same call can safely be sent again. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/**
 * Calls the console's server.
 *
 * @throws CallError
 */
export async function call<Name extends CallName>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<AnswerOf<Name>> {
  const [method = 'GET', template = ''] = name.split(' ');
  const answer = await send(addressOf(template, options), {
    method,
    headers: headersOf(method, options),
    body: bodyOf(options.body),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return (await answer.json()) as AnswerOf<Name>;
}

interface SendOptions extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request to the console's server and returns the response if it was successful.
 *
 * @throws CallError
 */
export async function send(address: string, init: SendOptions = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, {
      credentials: 'same-origin',
      ...init,
      headers: { ...inPageLanguage(), ...init.headers },
    });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw CallError.unreachable('No answer', error);
  }
  if (answer.ok) return answer;
  const problem = await CallError.of(answer);
  if (problem.code === 'signed-out') signedOut.tell();
  if (problem.right !== undefined) rightMissing.tell();
  throw problem;
}

/** The advice of the platform comes in the language of the page, which may differ from that of the browser. */
function inPageLanguage(): Record<string, string> {
  return { 'Accept-Language': document.documentElement.lang };
}

export function addressOf(template: string, { parts = {}, query = {} }: Pick<CallOptions, 'parts' | 'query'>): string {
  const path = template.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(parts[part] ?? ''));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

function headersOf(method: string, { body, idempotencyKey }: CallOptions): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(method === 'GET' ? {} : { 'X-Console': '1' }),
    ...(body === undefined ? {} : { 'Content-Type': isBytes(body) ? 'application/octet-stream' : 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return isBytes(body) ? body : JSON.stringify(body);
}

function isBytes(body: unknown): body is ArrayBuffer {
  return body instanceof ArrayBuffer;
}
