import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Metrics } from './metrics/metrics.js';
import { addRequestHooks } from './request-hooks.js';
import { openAnyhow, requestHead } from './testing/index.js';

let server: FastifyInstance;
afterEach(() => server.close());

/** Routes that answer, begin an answer, and wait; returns the port and the log lines. */
async function start() {
  const lines: Record<string, unknown>[] = [];
  const metrics = new Metrics();
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = fastify();
  addRequestHooks(server, { logger, metrics, quietRoutes: new Set() });
  server.get('/short', () => ({}));
  server.get('/begun', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('x');
  });
  server.get('/slow', () => new Promise(() => undefined));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const nextLine = async () => {
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return lines.shift();
  };
  return { port, nextLine, metrics };
}

describe('the line of a request', () => {
  it('has the status of its answer', async () => {
    const { port, nextLine } = await start();
    const answer = await fetch(`http://127.0.0.1:${port}/short?secret=1`);
    const line = await nextLine();
    expect(line).toMatchObject({ msg: 'request', method: 'GET', path: '/short', status: 200, ms: expect.any(Number) });
    expect(line).toMatchObject({ request_id: answer.headers.get('x-request-id') });
    expect(line).not.toHaveProperty('aborted');
  });

  it('has the id that the caller has sent, in addition to ours', async () => {
    const { port, nextLine } = await start();
    await fetch(`http://127.0.0.1:${port}/short`, { headers: { 'X-Request-Id': 'erp-2026.11:23/7' } });
    expect(await nextLine()).toMatchObject({ caller_request_id: 'erp-2026.11:23/7', request_id: expect.any(String) });
  });

  it.each([
    ['too long', 'x'.repeat(129)],
    ['empty', ''],
    ['with a space', 'a b'],
    ['with quotes', '"a"'],
    ['with markup', '<b>'],
    ['beyond ASCII', Buffer.from('é').toString('latin1')],
    ['given twice', 'a, b'],
  ])('does not contain an id of the caller that is %s', async (_why, id) => {
    const { port, nextLine } = await start();
    await fetch(`http://127.0.0.1:${port}/short`, { headers: { 'X-Request-Id': id } });
    expect(await nextLine()).not.toHaveProperty('caller_request_id');
  });

  it.each([
    ['before the answer', '/slow', 499],
    ['in the middle of the answer', '/begun', 200],
  ])('says that the client disconnected %s', async (_when, path, status) => {
    const { port, nextLine, metrics } = await start();
    const arrived = once(server.server, 'request');
    const socket = openAnyhow(port, requestHead(`GET ${path}`));
    await arrived;
    if (status === 200) await once(socket, 'readable');
    socket.resetAndDestroy();
    expect(await nextLine()).toMatchObject({ msg: 'request', path, status, aborted: true });
    expect(await metrics.registry.metrics()).toContain(`route="${path}",status="${status}"`);
  });
});
