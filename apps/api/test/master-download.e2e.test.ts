import { request as httpRequest } from 'node:http';
import { crc32, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { masterRecord } from '@trading-platform/domain-types';
import { otherMember, ownMember, RunningApi } from './running-api.js';

const steps = '/master/download/buy';

let api: RunningApi;
let batchId: string;

beforeAll(async () => {
  api = await RunningApi.start();
  batchId = await api.finishedBatch();
});

afterAll(() => api.stop());

interface MasterAnswer {
  readonly request_id: string;
  readonly result: number;
  readonly error_list: readonly { error_item: string; error_code: string }[];
  readonly master: readonly Record<string, unknown>[];
}

function get(seqFrom: unknown, seqTo: unknown, id: unknown = batchId): Promise<Response> {
  return api.call(`${steps}/get`, { batch_id: id, seq_from: seqFrom, seq_to: seqTo });
}

describe('master download', () => {
  it('answers a batch_id to a request', async () => {
    const answer = await api.call(`${steps}/request`, {});
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      request_id: answer.headers.get('x-request-id'),
      result: 0,
      error_list: [],
      batch_id: expect.stringMatching(/^\d{1,18}$/),
    });
  });

  it.each(['check', 'confirm'])('answers flag and count at %s', async (step) => {
    const answer = await api.call(`${steps}/${step}`, { batch_id: batchId });
    const body = (await answer.json()) as object;
    expect(Object.keys(body)).toEqual(['request_id', 'result', 'error_list', 'batch_flg', 'record_count']);
    expect(body).toMatchObject({ result: 0, error_list: [], batch_flg: '3', record_count: '30' });
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  it('answers records with every field in order', async () => {
    const answer = await get('1', '30');
    const { master, ...envelope } = (await answer.json()) as MasterAnswer;
    expect(envelope).toEqual({ request_id: answer.headers.get('x-request-id'), result: 0, error_list: [] });
    expect(master.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)));
    expect(Object.keys(master[0] ?? {})).toEqual(masterRecord.fieldNames);
    expect(master[4]).toMatchObject({ batch_id: batchId, member_code: ownMember, buy: [{ item_name: '商品5' }] });
    expect(new Set(master.map(({ create_date }) => create_date)).size).toBe(1);
  });

  it('has nothing to acknowledge, and does not say that it applies that preference', async () => {
    const range = { batch_id: batchId, seq_from: '1', seq_to: '30' };
    const answer = await api.call(`${steps}/get`, range, { headers: { Prefer: 'delivery=acknowledged' } });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
    await answer.arrayBuffer();
  });

  it('leaves out what lies beyond the last record', async () => {
    expect(((await (await get(29, 1000)).json()) as MasterAnswer).master).toHaveLength(2);
    expect(((await (await get(31, 40)).json()) as MasterAnswer).master).toEqual([]);
  });

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

  it.each([
    ['another member', { memberCode: otherMember }],
    ['another client of the member', { clientId: 'client-2' }],
  ])('does not know the batch of %s', async (_name, traits) => {
    const token = await api.issuer.sign(traits);
    for (const [step, body] of [
      ['check', { batch_id: batchId }],
      ['get', { batch_id: batchId, seq_from: '1', seq_to: '1' }],
    ] as const) {
      const answer = await api.call(`${steps}/${step}`, body, { token });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        result: 1,
        error_list: [{ error_item: 'batch_id', error_code: 'E000009' }],
      });
    }
  });

  it.each([
    ['an unknown batch', '1', '1', '999999999', 'batch_id', 'E000009'],
    ['no batch_id', '1', '1', '', 'batch_id', 'E000001'],
    ['a batch_id of letters', '1', '1', 'abc', 'batch_id', 'E000002'],
    ['a range from 0', '0', '1', undefined, 'seq_from', 'E000011'],
    ['a range that ends before it starts', '5', '4', undefined, 'seq_to', 'E000011'],
    ['no seq_to', '1', undefined, undefined, 'seq_to', 'E000001'],
  ])('refuses %s', async (_name, seqFrom, seqTo, id, item, code) => {
    const answer = await get(seqFrom, seqTo, id ?? batchId);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as MasterAnswer).error_list).toEqual([
      { error_item: item, error_code: code, error_detail: expect.any(String) },
    ]);
  });

  it('serves a range of any width, and says how wide one may be where that is set', async () => {
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

  it('names every member code that the caller may not see', async () => {
    const answer = await api.call(`${steps}/request`, {
      member_code_list: [ownMember, otherMember, '10000002', 'nobody'],
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as MasterAnswer).error_list).toMatchObject([
      { error_item: 'member_code_list[1]', error_code: 'E000008' },
      { error_item: 'member_code_list[3]', error_code: 'E000008' },
    ]);
  });

  it('says so when a batch has no data', async () => {
    const id = await api.finishedBatch({ food_cat_large_code: '99' });
    const check = await api.call(`${steps}/check`, { batch_id: id });
    expect(await check.json()).toMatchObject({ batch_flg: '0', record_count: '0' });
    expect(((await (await get(1, 10, id)).json()) as MasterAnswer).master).toEqual([]);
  });

  it('tells when to ask again while a batch waits, and gives nothing of it', async () => {
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

  it('answers repeats of an Idempotency-Key with the first batch, and refuses another body', async () => {
    const headers = { 'Idempotency-Key': 'key-1' };
    const answers = await Promise.all([
      api.call(`${steps}/request`, { exist_mc: '1', sell_stop: '0' }, { headers }),
      api.call(`${steps}/request`, { sell_stop: '0', exist_mc: '1' }, { headers }),
    ]);
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { batch_id: string }).batch_id),
    );
    expect(ids[0]).toBe(ids[1]);
    const other = await api.call(`${steps}/request`, { exist_mc: '0' }, { headers });
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({
      error_list: [{ error_code: 'E000019', error_item: 'Idempotency-Key' }],
    });
  });

  it.each([
    ['a'.repeat(256), 'E000003'],
    ['two words', 'E000002'],
  ])('refuses the Idempotency-Key %j', async (key, code) => {
    const answer = await api.call(`${steps}/request`, {}, { headers: { 'Idempotency-Key': key } });
    expect(await answer.json()).toMatchObject({ error_list: [{ error_item: 'Idempotency-Key', error_code: code }] });
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
