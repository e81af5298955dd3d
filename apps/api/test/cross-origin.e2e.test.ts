import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bare, rawRequest } from '@trading-platform/service/testing';
import { RunningApi } from './running-api.js';

const prefix = '/ordApi/order';
const request = `${prefix}/master/download/buy/request`;

/** The headers of every answer, in the order in which the contract lists them. */
const onEveryAnswer = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Age, Preference-Applied, X-Change-Cursor, X-Request-Id, ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, ' +
    'RateLimit-Reset, RateLimit-Policy, WWW-Authenticate, X-Range-Crc32, X-Ignored-Fields',
};
const onPreflights = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match, Prefer, X-Request-Id, Last-Event-ID, traceparent, tracestate',
};

let api: RunningApi;
let token: string;
let batchId: string;

beforeAll(async () => {
  api = await RunningApi.start();
  token = await api.issuer.sign();
  batchId = await api.finishedBatch();
});

afterAll(() => api.stop());

const send = (method: string, target: string, more: Readonly<Record<string, string>> = {}) =>
  rawRequest(api.base, bare(method, target, more));

function post(body: string, more: Readonly<Record<string, string>> = {}, path: string = request) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return rawRequest(
    api.base,
    `${bare('POST', path, { ...headers, 'Content-Length': String(body.length), ...more })}${body}`,
  );
}

describe('scripts of other origins', () => {
  it.each<[string, number, () => ReturnType<typeof send>]>([
    ['what is served', 200, () => post('{}')],
    ['what is streamed', 200, () => post(JSON.stringify({ batch_id: batchId, seq_from: 1, seq_to: 9 }), {}, getPath)],
    ['records', 200, () => send('GET', `${prefix}/batches/${batchId}/records`, { Authorization: `Bearer ${token}` })],
    ['wrong fields', 400, () => post('{"exist_mc":"7"}')],
    ['an unreadable body', 400, () => post('{')],
    ['no token', 401, () => send('POST', request)],
    ['no path', 404, () => send('GET', '/nowhere')],
    ['a path that cannot be decoded', 404, () => send('GET', `${prefix}/%zz`)],
    ['an endless parameter', 404, () => send('GET', `${prefix}/batches/${'9'.repeat(3_000)}`)],
    ['another method', 405, () => send('GET', request)],
    ['a method of WebDAV', 405, () => send('PROPFIND', request)],
    ['another Accept', 406, () => post('{}', { Accept: 'text/html' })],
    ['a body that is too large', 413, () => post('{}', { 'Content-Length': '2000000' })],
    ['another type', 415, () => post('{}', { 'Content-Type': 'text/plain' })],
    ['no HTTP', 400, () => rawRequest(api.base, 'NONSENSE\r\n\r\n')],
    ['an invalid method', 400, () => send('FETCH', request)],
    ['headers without end', 431, () => send('GET', '/', { Long: 'x'.repeat(20_000) })],
    ['an invalid chunk', 400, () => rawRequest(api.base, `${bare('POST', request, chunked)}nonsense\r\n`)],
    ['CONNECT', 405, () => send('CONNECT', 'api.example:443')],
    ['health', 200, () => send('GET', '/healthz')],
  ])('may read the answer to %s (%d)', async (_what, status, answer) => {
    const { headers, ...rest } = await answer();
    expect([rest.status, headers]).toMatchObject([status, onEveryAnswer]);
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    const refused = status < 400 ? undefined : envelopeOf(rest.body).request_id;
    expect(refused).toBe(status < 400 ? undefined : headers['x-request-id']);
  });

  it.each([
    request,
    `${prefix}/batches/1`,
    '/nowhere',
    '/%zz',
    '//evil.example/x',
    'http://evil.example/x',
    '*',
    '/healthz',
  ])('may send a preflight before they call %s', async (target) => {
    const { status, headers } = await send('OPTIONS', target, { 'Access-Control-Request-Method': 'POST' });
    expect([status, headers]).toMatchObject([204, { ...onEveryAnswer, ...onPreflights }]);
  });
});

describe('a wrong method', () => {
  it.each([
    [request, ['POST']],
    [`${prefix}/batches/1`, ['DELETE', 'GET', 'HEAD']],
    [`${prefix}/batches`, ['GET', 'HEAD']],
    ['/openapi.json', ['GET', 'HEAD']],
    ['/readyz', ['GET', 'HEAD']],
  ])('of %s is 405 with Allow for every method that Node can read', async (path, allowed) => {
    const wrong = METHODS.filter((method) => ![...allowed, 'CONNECT', 'OPTIONS'].includes(method));
    expect(wrong.length).toBeGreaterThan(25);
    for (const method of wrong) {
      const { status, headers, body } = await send(method, path);
      expect([method, status, headers['allow']?.split(', ').toSorted()]).toEqual([method, 405, allowed]);
      expect(method === 'HEAD' ? [] : envelopeOf(body).error_list).toMatchObject(
        method === 'HEAD' ? [] : [{ error_code: 'E700005' }],
      );
    }
  });

  it.each(['/ordApi/order/%6daster/download/buy/request', `http://evil.example${request}`])('%s', async (target) => {
    expect(await send('LINK', target)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

function envelopeOf(body: string) {
  return JSON.parse(body) as { readonly request_id: string; readonly error_list: readonly object[] };
}

const getPath = `${prefix}/master/download/buy/get`;
const chunked = { 'Transfer-Encoding': 'chunked' };
