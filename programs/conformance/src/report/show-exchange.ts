import type { Exchange } from '../http/exchange.js';

const bodyAtMost = 1_500;
const shownHeaders = [
  'content-type',
  'location',
  'allow',
  'cache-control',
  'www-authenticate',
  'retry-after',
  'preference-applied',
  'x-request-id',
  'etag',
  'x-range-crc32',
  'x-change-cursor',
  'x-ignored-fields',
  'access-control-allow-origin',
];
const shownCallHeaders = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Prefer',
  'Idempotency-Key',
  'If-None-Match',
  'Origin',
];

/** Writes a call as a readable text. The text still contains secrets. */
export function showSent({ sent }: Exchange): string {
  const headers = shownCallHeaders.flatMap((name) => (name in sent.headers ? [`${name}: ${sent.headers[name]}`] : []));
  return lines(`${sent.method} ${sent.url}`, headers, Buffer.from(sent.body).toString('utf8'));
}

/** Writes an answer as a readable text. The text still contains secrets. */
export function showCame({ status, headers, bytes }: Exchange): string {
  const shown = shownHeaders.flatMap((name) => (name in headers ? [`${name}: ${headers[name]}`] : []));
  return lines(`HTTP ${status}`, shown, bytes.toString('utf8'));
}

function lines(first: string, headers: readonly string[], body: string): string {
  const cut = body.length > bodyAtMost ? `${body.slice(0, bodyAtMost)} … (${body.length} characters)` : body;
  return [first, ...headers, ...(cut === '' ? [] : ['', cut])].join('\n');
}
