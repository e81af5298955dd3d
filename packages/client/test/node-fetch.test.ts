import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { nodeFetch } from '../src/node/index.js';
import { aRange, FakePlatform } from '../src/testing/index.js';
import { clientOf, collect } from './a-client.js';

const large = 'あ1'.repeat(1_000_000);
let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  if (server !== undefined) await once(server.close(), 'close');
  server = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/there`;
}

const gzipped = gzipSync(large);
const gzipHeader = { 'content-encoding': 'gzip', 'content-length': String(gzipped.length) };

/** Answers with the request itself. */
async function repeat(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization, 'content-type': type, 'content-length': length } = request.headers;
  const body = await text(request);
  response.writeHead(418, { 'x-one': 'a', 'set-cookie': ['b=1', 'c=2'] });
  response.end(JSON.stringify([request.method, authorization, type, length, body]));
}

describe('nodeFetch', () => {
  it('can be used by the client for downloads', async () => {
    const platform = new FakePlatform();
    const client = clientOf(await platform.start(), { fetch: nodeFetch });
    expect(await collect(client.master.download({}))).toEqual(aRange(1, 10).map((each) => JSON.parse(each) as unknown));
    await platform.stop();
  });

  it('sends method, headers and body, and answers status and headers, as the global one does', async () => {
    const url = await serve((request, response) => void repeat(request, response));
    const init = { method: 'POST', headers: { authorization: 'Bearer x', 'content-type': 'text/plain' }, body: 'é' };
    const [own, global] = await Promise.all(
      [nodeFetch, fetch].map(async (each) => {
        const { status, headers, ...answer } = await each(url, init).then(async (response) => ({
          status: response.status,
          headers: [response.headers.get('x-one'), response.headers.getSetCookie()],
          body: await response.text(),
        }));
        return { status, headers, ...answer };
      }),
    );
    expect(own).toEqual(global);
    expect(own).toMatchObject({ status: 418, body: '["POST","Bearer x","text/plain","2","é"]' });
  });

  it('names itself and its version, unless the call does', async () => {
    const url = await serve((request, response) => void response.end(request.headers['user-agent']));
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const named = (headers: Record<string, string> = {}) => nodeFetch(url, { headers }).then((answer) => answer.text());
    expect([await named(), await named({ 'User-Agent': 'shop/3' })]).toEqual([
      `trading-platform-client/${version}`,
      'shop/3',
    ]);
  });

  it('reads a compressed answer on Node 20, which cannot free memory early', async () => {
    const url = await serve((_request, response) => void response.writeHead(200, gzipHeader).end(gzipped));
    const { transfer } = ArrayBuffer.prototype;
    Reflect.deleteProperty(ArrayBuffer.prototype, 'transfer');
    try {
      expect((await (await nodeFetch(url)).text()) === large).toBe(true);
    } finally {
      Reflect.defineProperty(ArrayBuffer.prototype, 'transfer', {
        value: transfer,
        writable: true,
        configurable: true,
      });
    }
  });

  it.each([
    ['compressed', gzipHeader, gzipped],
    ['plain', {}, Buffer.from(large)],
  ])('reads a %s answer', async (_how, headers, body) => {
    const url = await serve((_request, response) => void response.writeHead(200, headers).end(body));
    expect((await (await nodeFetch(url)).text()) === large).toBe(true);
  });

  it.each([
    ['compressed', gzipHeader, gzipped],
    ['plain', { 'content-length': '6000000' }, Buffer.from(large)],
  ])('fails if a %s answer breaks off', async (_how, headers, body) => {
    const url = await serve((_request, response) => {
      response.writeHead(200, headers);
      response.write(body.subarray(0, body.length - 100), () => response.destroy());
    });
    const answer = await nodeFetch(url);
    await expect(answer.text()).rejects.toThrow(/unexpected end of file|aborted/);
  });

  it.each([
    ['compressed', gzipHeader, gzipped],
    ['plain', {}, Buffer.from(large)],
  ])('leaves the memory of each piece of a %s answer to its reader', async (_how, headers, body) => {
    const url = await serve((_request, response) => void response.writeHead(200, headers).end(body));
    const answer = (await nodeFetch(url)).body as ReadableStream<Uint8Array<ArrayBuffer>>;
    expect(() => answer.getReader({ mode: 'byob' }).releaseLock()).not.toThrow();
    const decoder = new TextDecoder();
    let read = '';
    for await (const piece of answer) {
      read += decoder.decode(piece, { stream: true });
      piece.buffer.transfer(0);
    }
    expect(read === large).toBe(true);
  });

  it('reads into the memory that its reader gives', async () => {
    const url = await serve((_request, response) => void response.writeHead(200, gzipHeader).end(gzipped));
    const answer = (await nodeFetch(url)).body as ReadableStream<Uint8Array<ArrayBuffer>>;
    const reader = answer.getReader({ mode: 'byob' });
    const decoder = new TextDecoder();
    let read = '';
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(100_000));
      read += decoder.decode(value, { stream: true });
      if (done) break;
    }
    expect(read === large).toBe(true);
  });

  it('closes the connection when its reader stops', async () => {
    const left = Promise.withResolvers<string>();
    const url = await serve((_request, response) => {
      response.once('close', () => left.resolve('closed'));
      response.writeHead(200).write('{');
    });
    await (await nodeFetch(url)).body?.cancel();
    expect(await left.promise).toBe('closed');
  });

  it.each(['before the answer', 'within it'])('ends with its signal %s', async (when) => {
    const arrived = Promise.withResolvers<undefined>();
    const url = await serve((_request, response) => {
      if (when === 'within it') response.writeHead(200).write('{');
      arrived.resolve(undefined);
    });
    const controller = new AbortController();
    const answer = nodeFetch(url, { signal: controller.signal }).then((response) => response.text());
    await arrived.promise;
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(answer).rejects.toThrow(/abort/);
  });

  it('returns a redirect and a status without a body, and reports that no server listens', async () => {
    let status = 302;
    const url = await serve((_request, response) => void response.writeHead(status, { location: '/else' }).end());
    expect((await nodeFetch(url, { redirect: 'manual' })).status).toBe(302);
    status = 304;
    expect((await nodeFetch(url)).status).toBe(304);
    server?.closeAllConnections();
    if (server !== undefined) await once(server.close(), 'close');
    server = undefined;
    await expect(nodeFetch(url)).rejects.toMatchObject({ code: expect.stringMatching(/^ECONN/) });
  });
});
