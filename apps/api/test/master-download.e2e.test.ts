import { request as httpRequest } from 'node:http';
import { crc32, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningApi } from './running-api.js';

const steps = '/master/download/buy';

let api: RunningApi;
let batchId: string;

beforeAll(async () => {
  api = await RunningApi.start();
  batchId = await api.finishedBatch();
});

afterAll(() => api.stop());

interface MasterAnswer {
  readonly master: readonly object[];
}

function get(seqFrom: number, seqTo: number, id = batchId): Promise<Response> {
  return api.call(`${steps}/get`, { batch_id: id, seq_from: seqFrom, seq_to: seqTo });
}

describe('master download', () => {
  it('gives the same array bytes and their checksum to gzip and identity clients', async () => {
    const token = await api.issuer.sign();
    const answers = await Promise.all(
      ['gzip', 'identity', 'gzip;q=0', 'br'].map((encoding) => rawGet(token, encoding, { seq_from: 3, seq_to: 17 })),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
      'gzip',
      undefined,
      undefined,
      undefined,
    ]);
    for (const { headers, body } of answers) {
      expect(headers['content-length']).toBe(String(body.length));
      expect(headers.vary).toBe('Accept-Encoding');
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const array = text.subarray(text.indexOf('"master":[') + '"master":['.length, text.length - 2);
      expect(headers['x-range-crc32']).toBe(crc32(array).toString(16).padStart(8, '0'));
      expect((JSON.parse(text.toString()) as MasterAnswer).master).toHaveLength(15);
    }
    expect(new Set(answers.map(({ headers }) => headers['x-range-crc32'])).size).toBe(1);
  });

  it('serves a range of any width; if a limit is set, the refusal names it', async () => {
    expect(((await (await get(1, Number.MAX_SAFE_INTEGER)).json()) as MasterAnswer).master).toHaveLength(30);
    const limited = await RunningApi.start({ MASTER_RECORDS_PER_GET: '10' });
    try {
      const batch_id = await limited.finishedBatch();
      const getOf = (seq_to: number) => limited.call(`${steps}/get`, { batch_id, seq_from: 1, seq_to });
      expect(((await (await getOf(10)).json()) as MasterAnswer).master).toHaveLength(10);
      const refused = await getOf(11);
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        {
          error_list: [
            {
              error_item: 'seq_to',
              error_code: 'E000011',
              error_detail: 'Send a number from seq_from on, for at most 10 records in one call.',
            },
          ],
        },
      ]);
    } finally {
      await limited.stop();
    }
  });

  it('says when to ask again while a batch waits, and returns no records', async () => {
    await api.worker.stop();
    try {
      const { batch_id } = (await (await api.call(`${steps}/request`, {})).json()) as { batch_id: string };
      const check = await api.call(`${steps}/check`, { batch_id });
      expect(check.headers.get('retry-after')).toBe('1');
      expect(await check.json()).toMatchObject({ batch_flg: '1', record_count: '0' });
      const early = await get(1, 1, batch_id);
      expect(early.status).toBe(400);
      expect(await early.json()).toMatchObject({ error_list: [{ error_item: 'batch_id', error_code: 'E000010' }] });
    } finally {
      api.worker.start();
    }
  });
});

interface RawAnswer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

function rawGet(token: string, encoding: string, range: object): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      `${api.base}/ordApi/order${steps}/get`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Accept-Encoding': encoding },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
      },
    );
    call.on('error', reject);
    call.end(JSON.stringify({ batch_id: batchId, ...range }));
  });
}
