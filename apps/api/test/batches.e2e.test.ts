import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { otherMember, RunningApi } from './running-api.js';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

let api: RunningApi;
let batchId: string;

beforeAll(async () => {
  api = await RunningApi.start();
  batchId = await api.finishedBatch();
});

afterAll(() => api.stop());

function read(path: string, method = 'GET', token?: string): Promise<Response> {
  return api.call(path, undefined, { method, ...(token === undefined ? {} : { token }) });
}

interface BatchList {
  readonly batch_list: readonly { readonly batch_id: string }[];
  readonly next_cursor: string;
}

describe('the list of batches', () => {
  it('contains nothing of another member', async () => {
    const answer = await read('/batches', 'GET', await api.issuer.sign({ memberCode: otherMember }));
    expect(await answer.json()).toEqual({
      request_id: answer.headers.get('x-request-id'),
      result: 0,
      error_list: [],
      batch_list: [],
      next_cursor: '',
    });
  });

  it.each([
    ['limit=0', 'limit', 'E000004'],
    ['limit=1001', 'limit', 'E000004'],
    ['limit=x', 'limit', 'E000002'],
    ['limit=1&limit=2', 'limit', 'E000002'],
    ['cursor=-1', 'cursor', 'E000002'],
  ])('refuses ?%s', async (query, item, code) => {
    const answer = await read(`/batches?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_list: [{ error_item: item, error_code: code }] });
  });
});

describe('the query of the list', () => {
  it('is refused, and the answer names all its defects', async () => {
    const answer = await read('/batches?limit=0&cursor=x');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error_list: [
        { error_item: 'limit', error_code: 'E000004' },
        { error_item: 'cursor', error_code: 'E000002' },
      ],
    });
    const long = await read(`/batches?cursor=${'1'.repeat(19)}`);
    expect(await long.json()).toMatchObject({ error_list: [{ error_item: 'cursor', error_code: 'E000003' }] });
  });

  it('may ask for 1 to 1000 batches, and names ignored parameters', async () => {
    for (const limit of [1, 1_000]) expect((await read(`/batches?limit=${limit}`)).status).toBe(200);
    expect((await read('/batches?limit=')).headers.get('x-ignored-fields')).toBeNull();
    expect((await read('/batches?color=red&limit=1')).headers.get('x-ignored-fields')).toBe('color');
  });
});

describe('one batch', () => {
  it('shows everything about itself', async () => {
    const answer = await read(`/batches/${batchId}`);
    expect(await answer.json()).toEqual({
      request_id: answer.headers.get('x-request-id'),
      result: 0,
      error_list: [],
      batch: {
        batch_id: batchId,
        function: 'master',
        client_id: 'client-1',
        user_id: 'user-1',
        batch_flg: '3',
        state: 'finished',
        record_count: '30',
        error_count: '0',
        records_expected: expect.any(String),
        queue_position: '',
        requested_at: time,
        started_at: time,
        attempts: '1',
        wait_ms: expect.stringMatching(/^\d+$/),
        run_ms: expect.stringMatching(/^\d+$/),
        snapshot_at: time,
        ended_at: time,
        last_read_at: '',
        expires_at: time,
        records_kept: '1',
        change_cursor: expect.stringMatching(/^[\w-]+$/),
        changes_only: '0',
        removed_count: '0',
        record_bytes: expect.stringMatching(/^\d+$/),
        stored_bytes: expect.stringMatching(/^\d+$/),
        reason: '',
        request: '{}',
      },
    });
  });

  it('names no user if a service account has requested it', async () => {
    const token = await api.issuer.sign({ clientId: 'robot', subject: 'robot' });
    await api.call('/master/download/buy/request', {}, { token });
    const answer = await read('/batches', 'GET', token);
    expect(await answer.json()).toMatchObject({ batch_list: [{ client_id: 'robot', user_id: '' }] });
  });

  it('shows when its records were last read, also in lists', async () => {
    const unread = await api.finishedBatch();
    const lastRead = async () => {
      const { batch } = (await (await read(`/batches/${unread}`)).json()) as { batch: { last_read_at: string } };
      return batch.last_read_at;
    };
    await api.call('/master/download/buy/check', { batch_id: unread });
    expect(await lastRead()).toBe('');
    await api.call('/master/download/buy/get', { batch_id: unread, seq_from: '1', seq_to: '1' });
    expect(await lastRead()).toEqual(time);
    const { batch_list } = (await (await read('/batches?limit=1')).json()) as BatchList;
    expect(batch_list).toMatchObject([{ batch_id: unread, last_read_at: time }]);
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/records'],
  ])('%s …%s for a batch of another caller, or an unknown one, is 404 with E000009', async (method, rest) => {
    const stranger = await api.issuer.sign({ clientId: 'client-2' });
    for (const answer of [
      await read(`/batches/${batchId}${rest}`, method, stranger),
      await read(`/batches/999999${rest}`, method),
      await read(`/batches/${'9'.repeat(300)}${rest}`, method),
      await read(`/batches/x%2Fy${rest}`, method),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ result: 1, error_list: [{ error_code: 'E000009' }] });
    }
  });

  it('can be read by a client that is marked for it, but not ended or acknowledged, and not read by other members', async () => {
    const [marked, other] = await Promise.all([
      api.issuer.sign({ clientId: 'client-2', memberWide: true }),
      api.issuer.sign({ clientId: 'client-2', memberWide: true, memberCode: otherMember }),
    ]);
    const { batch_list: list } = (await (await read('/batches', 'GET', marked)).json()) as BatchList;
    expect(list.find(({ batch_id }) => batch_id === batchId)).toMatchObject({ client_id: 'client-1', request: '' });
    const path = `/batches/${batchId}`;
    for (const rest of ['', '/records', '/removed', '/search?text=a'])
      expect((await read(path + rest, 'GET', marked)).status).toBe(200);
    const delivered = { seq_from: '1', seq_to: '1' };
    const refused = [
      await read(path, 'DELETE', marked),
      await api.call(`${path}/delivered`, delivered, { token: marked }),
      await read(path, 'GET', other),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await read(path)).status).toBe(200);
  });

  it('shows the request that would make it again', async () => {
    const filters = {
      exist_mc: '1',
      sell_stop: '2',
      client_code_list: ['a', 'b'],
      buy_upd_date_from: '2026-01-01 00:00:00',
    };
    const { batch_id } = (await (await api.call('/master/download/buy/request', filters)).json()) as {
      batch_id: string;
    };
    const { batch } = (await (await read(`/batches/${batch_id}`)).json()) as { batch: { request: string } };
    expect(JSON.parse(batch.request)).toEqual(filters);
  });

  it('is listed after it was discarded, if the list asks for expired batches', async () => {
    const discarded = await api.finishedBatch();
    await read(`/batches/${discarded}`, 'DELETE');
    const listed = async (query: string) => {
      const { batch_list } = (await (await read(`/batches?limit=1${query}`)).json()) as BatchList;
      return batch_list[0];
    };
    expect((await listed(''))?.batch_id).not.toBe(discarded);
    expect(await listed('&expired=1')).toMatchObject({ batch_id: discarded, state: 'finished', records_kept: '0' });
    expect((await read(`/batches/${discarded}`)).status).toBe(404);
  });

  it('shows its request after it has expired, to a call that asks for expired batches', async () => {
    const filters = { exist_mc: '1', client_code_list: ['a'] };
    const { batch_id } = (await (await api.call('/master/download/buy/request', filters)).json()) as {
      batch_id: string;
    };
    await api.call('/master/download/buy/check', { batch_id }, { headers: { Prefer: 'wait=20' } });
    await read(`/batches/${batch_id}`, 'DELETE');
    const path = `/batches/${batch_id}`;
    const { batch } = (await (await read(`${path}?expired=1`)).json()) as {
      batch: { records_kept: string; request: string };
    };
    expect([batch.records_kept, JSON.parse(batch.request)]).toEqual(['0', filters]);
    expect((await read(`${path}?expired=0`)).status).toBe(404);
    expect((await read(`${path}?expired=1`, 'GET', await api.issuer.sign({ clientId: 'client-2' }))).status).toBe(404);
    const refused = await read(`${path}?expired=2`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error_list: [{ error_item: 'expired', error_code: 'E000004' }] });
    expect((await read(`${path}/records?expired=1`)).status).toBe(404);
  });

  it('is cancelled while it waits and discarded when it is over', async () => {
    await api.worker.stop();
    const { batch_id } = (await (await api.call('/master/download/buy/request', {})).json()) as { batch_id: string };
    expect(await (await read(`/batches/${batch_id}`)).json()).toMatchObject({
      batch: { state: 'waiting', queue_position: '1' },
    });
    const cancelled = await read(`/batches/${batch_id}`, 'DELETE');
    expect(await cancelled.json()).toMatchObject({ result: 0, batch_id, outcome: 'cancelled' });
    api.worker.start();
    const check = await api.call('/master/download/buy/check', { batch_id });
    expect(await check.json()).toMatchObject({ batch_flg: '4', record_count: '0' });
    const get = await api.call('/master/download/buy/get', { batch_id, seq_from: 1, seq_to: 1 });
    const detail = 'The batch was aborted (batch_flg 4): request it again.';
    expect(await get.json()).toMatchObject({ error_list: [{ error_code: 'E000010', error_detail: detail }] });
    expect(await (await read(`/batches/${batch_id}`, 'DELETE')).json()).toMatchObject({ outcome: 'discarded' });
    expect((await read(`/batches/${batch_id}`)).status).toBe(404);
  });

  it('is discarded without a wait if the caller prefers that', async () => {
    const batch_id = await api.finishedBatch();
    const headers = { Prefer: 'wait=0' };
    const discarded = await api.call(`/batches/${batch_id}`, undefined, { method: 'DELETE', headers });
    expect(await discarded.json()).toMatchObject({ result: 0, batch_id, outcome: 'discarded' });
    expect(discarded.headers.get('preference-applied')).toBe('wait=0');
    expect((await read(`/batches/${batch_id}`)).status).toBe(404);
  });
});

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  const token = await api.issuer.sign();
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      `${api.base}/ordApi/order${path}`,
      { method, headers: { Authorization: `Bearer ${token}`, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    call.on('error', reject);
    call.end();
  });
}

function records(): string {
  return `/batches/${batchId}/records`;
}

/** Returns how many records have been sent, and the number of their bytes. */
async function served(): Promise<readonly number[]> {
  const metrics = await (await fetch(`${api.base}/metrics`)).text();
  return ['records', 'bytes'].map((what) => {
    const line = new RegExp(`^batch_${what}_served_total\\{function="master"\\} (\\d+)$`, 'm');
    return Number(line.exec(metrics)?.[1] ?? 0);
  });
}

describe('the records of a batch as NDJSON', () => {
  it('are counted with the bytes that were sent, like the records of a get', async () => {
    const [recordsBefore = 0, bytesBefore = 0] = await served();
    const plain = await raw(records());
    const zipped = await raw(records(), { 'Accept-Encoding': 'gzip' });
    await raw(records(), {}, 'HEAD');
    const lines = plain.body.toString().trimEnd().split('\n').length;
    const bytes = plain.body.length + zipped.body.length;
    expect(await served()).toEqual([recordsBefore + 2 * lines, bytesBefore + bytes]);
  });

  it('have one record on each line, the same in both encodings', async () => {
    const plain = await raw(records());
    expect(plain.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(plain.headers['content-length']).toBe(String(plain.body.length));
    const lines = plain.body.toString().split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => (JSON.parse(line) as { seq: string }).seq)).toEqual(
      Array.from({ length: 30 }, (_, index) => String(index + 1)),
    );
    const zipped = await raw(records(), { 'Accept-Encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
    for (const { headers } of [plain, zipped]) expect(headers.vary).toBe('Accept-Encoding');
  });

  it('are not sent again to a caller that has them', async () => {
    const { headers } = await raw(records());
    const etag = String(headers.etag);
    for (const tags of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const answer = await raw(records(), { 'If-None-Match': tags });
      expect([answer.status, answer.headers.etag, answer.body.length]).toEqual([304, etag, 0]);
    }
    expect((await raw(records(), { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('answer HEAD only with the headers', async () => {
    const get = await raw(records());
    const head = await raw(records(), {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect([head.headers.etag, head.headers['content-length']]).toEqual([
      get.headers.etag,
      get.headers['content-length'],
    ]);
  });

  it.each([
    ['seq_from=0', 'E000011'],
    ['seq_from=5&seq_to=4', 'E000011'],
    ['seq_from=a', 'E000002'],
  ])('refuse ?%s', async (query, code) => {
    const { status, body } = await raw(`${records()}?${query}`);
    expect(status).toBe(400);
    expect(JSON.parse(body.toString())).toMatchObject({ error_list: [{ error_code: code }] });
  });

  it.each([
    ['application/x-ndjson', 200],
    ['*/*', 200],
    ['application/json', 406],
  ])('Accept: %s gives %d', async (accept, status) => {
    expect((await raw(records(), { Accept: accept })).status).toBe(status);
  });

  it('name the type that Accept must allow', async () => {
    const { body } = await raw(records(), { Accept: 'application/json' });
    expect(JSON.parse(body.toString())).toMatchObject({
      error_list: [{ error_code: 'E700003', error_detail: expect.stringContaining('application/x-ndjson') }],
    });
    const list = await raw('/batches', { Accept: 'text/html' });
    expect(list.body.toString()).not.toContain('ndjson');
  });
});
