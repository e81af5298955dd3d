import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CanActivate, Controller, type ExecutionContext, Module, Post, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BytesBody, JsonBody, type RunningService, readSettings, serviceSettings, startService } from '../index.js';

const megabyte = 1024 * 1024;
const bytesTaken = { mediaType: 'application/octet-stream', limitBytes: 16 * megabyte };

class TestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<FastifyRequest>().headers['x-caller'] !== undefined;
  }
}

/** A typical service without bounds of its own. */
@Controller()
@UseGuards(TestGuard)
class TestController {
  @Post('json')
  json(@JsonBody() value: unknown) {
    return { value };
  }

  @Post('bytes')
  bytes(@BytesBody(bytesTaken) bytes: Buffer) {
    return { bytes: bytes.length };
  }
}

@Module({ controllers: [TestController] })
class TestModule {}

let service: RunningService;

beforeAll(async () => {
  service = await startService({
    name: 'test',
    version: '0.0.0',
    settings: serviceSettings,
    module: TestModule,
    env: { ...readSettings(serviceSettings, { LOG_LEVEL: 'silent' }), port: 0 },
  });
});

afterAll(() => service.stop());

const json = { 'content-type': 'application/json', 'x-caller': 'a' };
const binary = { 'content-type': 'application/octet-stream', 'x-caller': 'a' };
const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

async function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'POST', body, headers });
  return {
    status: answer.status,
    body: (await answer.json()) as object,
    retryAfter: answer.headers.get('retry-after'),
  };
}

describe('a body', () => {
  it.each([
    ['JSON', '/json', '{"a":["é"]}', json, 201, { value: { a: ['é'] } }],
    ['JSON 32 deep', '/json', lists(32), json, 201, {}],
    ['JSON 33 deep', '/json', lists(33), json, 400, { message: expect.stringContaining('at most 32 levels') }],
    ['a megabyte of lists', '/json', '['.repeat(megabyte), json, 413, {}],
    ['no JSON', '/json', '{', json, 400, { message: 'The body is not JSON in UTF-8: correct it.' }],
    ['no UTF-8', '/json', Uint8Array.of(0x22, 0xff, 0x22), json, 400, {}],
    ['nothing', '/json', '', json, 400, {}],
    ['JSON of another type', '/json', '{}', { ...json, 'content-type': 'text/plain' }, 415, {}],
    ['JSON of a malformed type', '/json', '{}', { ...json, 'content-type': '/' }, 415, {}],
    [
      'JSON in another character set',
      '/json',
      '{}',
      { ...json, 'content-type': 'application/json;charset=latin1' },
      415,
      {},
    ],
    ['compressed JSON', '/json', '{}', { ...json, 'content-encoding': 'gzip' }, 415, {}],
    ['bytes', '/bytes', new Uint8Array(200_000), binary, 201, { bytes: 200_000 }],
    ['bytes beyond their limit', '/bytes', new Uint8Array(16 * megabyte + 1), binary, 413, {}],
  ])('of a call whose guard lets it pass is read: %s', async (_what, path, body, headers, status, answer) => {
    expect(await post(path, body, headers)).toMatchObject({ status, body: answer });
  });

  it('is not read before the guard has let its call pass', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(
      'POST /bytes HTTP/1.1\r\nHost: test\r\nContent-Type: application/octet-stream\r\nContent-Length: 9999\r\n\r\nx',
    );
    const answer = await new Promise((resolve) => socket.once('data', resolve));
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /);
    socket.destroy();
  });

  it('of one address waits when others of it stall, and is told when to come again', async () => {
    const head = ['POST /bytes HTTP/1.1', 'Host: test', 'X-Caller: a', 'Content-Type: application/octet-stream'];
    const stalled = connect(service.port, '127.0.0.1');
    stalled.write([...head, `Content-Length: ${16 * megabyte}`, '', 'x'].join('\r\n'));
    while (!(await bodyMemory()).endsWith(` ${16 * megabyte}`)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await post('/bytes', new Uint8Array(2_000), binary)).toMatchObject({ status: 503, retryAfter: '1' });
    expect(await post('/json', '{}', json)).toMatchObject({ status: 201 });
    stalled.destroy();
    while (!(await bodyMemory()).endsWith(' 0')) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await post('/bytes', new Uint8Array(2_000), binary)).toMatchObject({ status: 201 });
  });
});

describe('a header', () => {
  it.each(['accept', 'accept-encoding', 'accept-language', 'content-type', 'if-none-match'])(
    '%s of more than 1,000 characters is refused before it is read',
    async (name) => {
      expect(await post('/json', '{}', { ...json, [name]: 'a/b,'.repeat(300) })).toMatchObject({ status: 431 });
      expect((await post('/json', '{}', { ...json, [name]: 'application/json'.padEnd(1_000, ';') })).status).not.toBe(
        431,
      );
    },
  );
});

async function bodyMemory(): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
  return /^body_memory_bytes .*$/m.exec(text)?.[0] ?? '';
}
