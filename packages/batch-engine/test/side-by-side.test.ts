import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from '@jest/globals';
import { BatchEngine, BatchWorker, type RangeEncoding, sendBody } from '../src/index.js';
import { aDownload, createDate, letters, owner, recordOf, until } from './a-download.js';
import { describeStorages } from './describe-storages.js';
import { seeded } from './fault-rounds.js';

const count = 3000;
const readers = 8;
const readsEach = 8;
/** The records are so long that the memory of every buffer is released. */
const padding = 'とても長い文字列'.repeat(60);

describeStorages('answers sent side by side', (open) => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('stay whole while segments come and go in a small cache, and some clients give up', async () => {
    const storage = await open();
    const download = aDownload({ recordHead: (batch, seq) => headOf(batch.batchId, seq) });
    const engine = new BatchEngine({ ...storage, functions: [download], cacheBytes: 400_000 });
    const worker = new BatchWorker({ ...storage, functions: [download], settings: { pollMs: 10 } });
    const { batchId } = await engine.request({ ...letters, criteria: { count, chunk: 500 } });
    worker.start();
    await until(async () => (await engine.confirm({ ...letters, batchId })).state === 'finished');
    await worker.stop();

    server = createServer((request, response) => {
      const [kind = '', encoding = '', from = '', to = ''] = request.url!.slice(1).split('/');
      const asked = { batchId, seqFrom: Number(from), seqTo: Number(to), encoding: encoding as RangeEncoding };
      const answer =
        kind === 'records'
          ? engine.records({ ...owner, ...asked })
          : engine.range({ ...letters, ...asked, head: '', tail: '' });
      void answer.then((bytes) => sendBody(bytes, response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const records = Array.from({ length: count }, (_, n) => expectedRecord(batchId, n + 1));
    const readOften = async (seed: number): Promise<number> => {
      const random = seeded(seed);
      let whole = 0;
      for (let n = 0; n < readsEach; n++) {
        const from = 1 + Math.floor(random() * count);
        const to = Math.min(count, from + Math.floor(random() * (random() < 0.2 ? 2500 : 800)));
        const kind = random() < 0.2 ? 'records' : 'range';
        const encoding = random() < 0.5 ? 'gzip' : 'identity';
        const bytes = await read(`${base}/${kind}/${encoding}/${from}/${to}`, random() < 0.2);
        if (bytes === undefined) continue;
        const text = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        const wanted = records.slice(from - 1, to);
        const isRight = text === (kind === 'records' ? wanted.map((each) => `${each}\n`).join('') : wanted.join(','));
        whole += isRight ? 1 : -1_000;
      }
      return whole;
    };
    const results = await Promise.all(Array.from({ length: readers }, (_, n) => readOften(n + 1)));
    expect(Math.min(...results)).toBeGreaterThan(0);
    await engine.close();
  });
});

function headOf(batchId: string, seq: number): string {
  return `{"padding":"${padding}","batch_id":"${batchId}","seq":"${seq}",`;
}

function expectedRecord(batchId: string, seq: number): string {
  const start = `{"batch_id":"${batchId}","seq":"${seq}","create_date":"${createDate}",`;
  return headOf(batchId, seq) + recordOf(batchId, createDate, seq).slice(start.length);
}

/** Returns the bytes of an answer, or undefined if the client gives up after the first piece. */
async function read(url: string, givesUp: boolean): Promise<Buffer | undefined> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    if (givesUp) {
      response.destroy();
      return undefined;
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
