import type { EventRecord } from '@trading-platform/domain-types';

/**
 * - `secret-malformed`: the secret is not `whsec_…` as the platform has shown it
 * - `headers-missing`: a header of the signature is missing or malformed
 * - `too-old`: the message was sent too long ago, or is from the future; it may be an old message that somebody sends again
 * - `signature-wrong`: the message was changed, is not from the platform, or was signed with another secret
 * - `body-malformed`: the body is not a message of the platform, although its signature is right
 */
export type WebhookErrorCode =
  | 'secret-malformed'
  | 'headers-missing'
  | 'too-old'
  | 'signature-wrong'
  | 'body-malformed';

/** Thrown for a message that must not be trusted. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  constructor(
    readonly code: WebhookErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** The headers of a message, as `fetch` or Node has them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How the age of a message is judged. */
export interface VerifyWebhookOptions {
  /** How old a message may be, and how far its time may lie in the future (default: 300 seconds). */
  readonly toleranceSeconds?: number | undefined;
  /** The time in epoch milliseconds (default: the clock). */
  readonly now?: number | undefined;
}

const secretForm = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const signatureForm = /^v1,([A-Za-z0-9+/]+={0,2})$/;

/**
 * Verifies a message that the platform has pushed (Standard Webhooks 1.0.0), and returns its event. It needs nothing but `crypto`,
 * which Node, Deno and browsers have. The same event may come several times, with the same `id`.
 *
 * @param body the bytes or the text of the body exactly as received, before any parser
 * @param secret the secret of the endpoint (`whsec_…`), or several of them while a secret is being replaced
 * @example const event = await verifyWebhook(request.headers, await request.text(), process.env.WEBHOOK_SECRET);
 * @throws WebhookError
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<EventRecord> {
  const secrets = (typeof secret === 'string' ? [secret] : secret).map(readSecret);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .flatMap((each) => signatureForm.exec(each)?.[1] ?? [])
    .map(fromBase64);
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('headers-missing', 'webhook-timestamp is no time');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, secrets))) {
    throw new WebhookError('signature-wrong', 'No signature of the message was made with this secret');
  }
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('too-old', 'The message was sent too long ago, or its time is in the future');
  }
  return readEvent(bytes, id);
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  const [, encoded] = secretForm.exec(secret) ?? [];
  if (encoded === undefined) {
    throw new WebhookError('secret-malformed', 'The secret must be the text whsec_… that the platform has shown');
  }
  return fromBase64(encoded);
}

function header(headers: WebhookHeaders, name: string): string {
  const value = isGetter(headers) ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('headers-missing', `The message has no header ${name}`);
}

function isGetter(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

/** `verify` of Web Crypto compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const keys = await Promise.all(
    secrets.map((each) => crypto.subtle.importKey('raw', each, algorithm, false, ['verify'])),
  );
  const pairs = keys.flatMap((key) => signatures.map((signature) => ({ key, signature })));
  const verdicts = pairs.map(({ key, signature }) => crypto.subtle.verify('HMAC', key, signature, signed));
  return (await Promise.all(verdicts)).includes(true);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function fromBase64(encoded: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function readEvent(bytes: Uint8Array, id: string): EventRecord {
  try {
    const event = JSON.parse(new TextDecoder().decode(bytes)) as EventRecord;
    if (typeof event === 'object' && event !== null && event.id === id) return event;
  } catch {
    // The error below reports this.
  }
  throw new WebhookError('body-malformed', 'The body is not the JSON text of an event with this webhook-id');
}
