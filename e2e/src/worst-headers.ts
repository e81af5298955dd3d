import { request as httpRequest } from 'node:http';

/** Headers that the services parse. */
const names = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Cookie',
  'Expect',
  'Forwarded',
  'Idempotency-Key',
  'If-None-Match',
  'Origin',
  'Prefer',
  'Sec-Fetch-Site',
  'Traceparent',
  'Tracestate',
  'X-Console',
  'X-Forwarded-For',
  'X-Request-Id',
] as const;

const characters = 15_000;

/**
 * Each header value has three parts: a beginning after which a parser continues to read, many repeated parts, and a
 * last character that never fits.
 */
const starts = ['', 'a/b', 'a/b;x="', 'wait', 'a=', 'Bearer '];
const parts = [
  ';',
  '; ',
  ';=',
  ',',
  ', ',
  '",',
  '"',
  '\\"',
  ' ',
  '\t',
  '=',
  'a=',
  'a/b,',
  'a/b;q=0.5,',
  '/',
  '*,',
  '-',
  '.',
  '%',
  'a',
  '0',
];

const oftenRead = `wait${'; '.repeat(28)}"`;
const blanks = `a/b${' '.repeat(characters)}x`;

/** Two header values that once blocked a service: one for a minute, the other for a quarter of a second. */
export const harmfulHeaders = [
  ['Prefer', oftenRead],
  ['Content-Type', blanks],
] as const;

const values: readonly string[] = [
  oftenRead,
  ...starts.flatMap((start) => parts.map((part) => `${start}${part.repeat(characters / part.length)}x`)),
];

/** Returns headers that are as expensive to parse as their sender can make them. */
export const worstHeaders: readonly (readonly [name: string, value: string])[] = names.flatMap((name) =>
  values.map((value) => [name, value] as const),
);

/** Sends a call with the headers of another caller and this additional header, and returns the status. */
export function sendHeader(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  [name, value]: readonly [string, string],
): Promise<number> {
  const others = Object.entries(headers).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method, headers: { ...Object.fromEntries(others), [name]: value } },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    request.once('error', reject);
    request.end(method === 'POST' ? '{}' : undefined);
  });
}
