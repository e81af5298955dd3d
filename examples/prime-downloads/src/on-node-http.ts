import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendBody } from '@trading-platform/batch-engine';
import { caller, openPrimes } from './open-primes.js';
import { refusalOf } from './refusal.js';

const { BATCH_DATABASE = 'sqlite:data/primes.sqlite', PORT = '8081' } = process.env;
const primes = await openPrimes(BATCH_DATABASE);

/** `POST /primes?below=10000`, then `GET /primes/1`, then `GET /primes/1/records`. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  const [, , batchId = '', part] = pathname.split('/');
  if (request.method === 'POST' && pathname === '/primes') {
    const limit = Number(searchParams.get('below'));
    if (!(limit <= 1_000_000)) return sendJson(response, 400, { error: '`below` must be a number up to 1000000' });
    const batch = await primes.engine.request({ ...caller, functionName: 'primes', criteria: { limit } });
    return sendJson(response, 202, batch);
  }
  if (request.method !== 'GET' || !pathname.startsWith('/primes/'))
    return sendJson(response, 404, { error: 'Nothing here' });
  if (part === 'records') return sendRecords(request, response, batchId);
  return sendJson(
    response,
    200,
    await primes.engine.wait({ ...caller, functionName: 'primes', batchId }, { ms: 10_000 }),
  );
}

/** All records as NDJSON, in their stored compression if the caller accepts gzip. */
async function sendRecords(request: IncomingMessage, response: ServerResponse, batchId: string): Promise<void> {
  const encoding = /\bgzip\b/.test(String(request.headers['accept-encoding'])) ? 'gzip' : 'identity';
  const records = await primes.engine.records({ ...caller, batchId, encoding });
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': encoding, ETag: records.etag });
  await sendBody(records, response);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const { status, body } = refusalOf(error);
    if (response.headersSent) response.destroy();
    else sendJson(response, status, body);
  });
});
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);

await once(process, 'SIGTERM');
server.close();
await once(server, 'close');
await primes.close();
