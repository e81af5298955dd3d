import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sendBody } from '@trading-platform/batch-engine';
import express, { type ErrorRequestHandler } from 'express';
import { caller, openPrimes } from './open-primes.js';
import { refusalOf } from './refusal.js';

const { BATCH_DATABASE = 'sqlite:data/primes.sqlite', PORT = '8082' } = process.env;
const primes = await openPrimes(BATCH_DATABASE);
const app = express();

app.post('/primes', async ({ query }, response) => {
  const limit = Number(query['below']);
  if (!(limit <= 1_000_000)) return void response.status(400).json({ error: '`below` must be a number up to 1000000' });
  response.status(202).json(await primes.engine.request({ ...caller, functionName: 'primes', criteria: { limit } }));
});

app.get('/primes/:batchId', async ({ params: { batchId } }, response) => {
  response.json(await primes.engine.wait({ ...caller, functionName: 'primes', batchId }, { ms: 10_000 }));
});

/** `?from=1&to=100` selects these records. The answer is one JSON document with a known length. */
app.get('/primes/:batchId/records', async (request, response) => {
  const encoding = request.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'identity';
  const range = await primes.engine.range({
    ...caller,
    functionName: 'primes',
    batchId: request.params.batchId,
    seqFrom: Number(request.query['from']),
    seqTo: Number(request.query['to']),
    encoding,
    head: '{"prime_list":[',
    tail: ']}',
  });
  response.type('json').set({ 'Content-Encoding': encoding, 'Content-Length': String(range.contentLength) });
  await sendBody(range, response);
});

const refuse: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const { status, body } = refusalOf(error);
  response.status(status).json(body);
};
app.use(refuse);

const server = app.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);

await once(process, 'SIGTERM');
server.close();
await once(server, 'close');
await primes.close();
