import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallOptions, ownMember, RunningApi } from './running-api.js';

const partner = '30000003';
const master = '/master/download/buy';

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start({ CALLS_PER_MINUTE: '100000' });
});

afterAll(() => api.stop());

function product(item: string, name: string, memberCode = ownMember) {
  return { member_code: memberCode, member_code_partner: partner, buy: [{ item_id: item, item_name: name }] };
}

interface Made {
  readonly batchId: string;
  /**
   * The preferences that were confirmed: first by the answer of the request step, and then, when the batch had ended, by the
   * answer of the check step.
   */
  readonly applied: readonly (string | null)[];
  readonly cursor: string;
  readonly flg: string;
  readonly names: readonly string[];
  readonly removed: readonly unknown[];
}

/** Requests a master batch, waits for its end, and reads all its data. */
async function make(body: object, cursor?: string, options: CallOptions = {}): Promise<Made> {
  const headers = { ...options.headers, ...(cursor === undefined ? {} : { Prefer: `changes-since=${cursor}` }) };
  const requested = await api.call(`${master}/request`, body, { ...options, headers });
  const { batch_id: batchId } = (await requested.json()) as { batch_id: string };
  const check = await ended(batchId, options);
  const { batch_flg } = (await check.json()) as { batch_flg: string };
  return {
    batchId,
    applied: [requested.headers.get('preference-applied'), check.headers.get('preference-applied')],
    cursor: check.headers.get('x-change-cursor') ?? '',
    flg: batch_flg,
    names: (await lines(`/batches/${batchId}/records`, options)).map(nameOf),
    removed: await lines(`/batches/${batchId}/removed`, options),
  };
}

async function ended(batchId: string, options: CallOptions): Promise<Response> {
  for (;;) {
    const check = await api.call(`${master}/check`, { batch_id: batchId }, options);
    const { batch_flg } = (await check.clone().json()) as { batch_flg: string };
    if (batch_flg !== '1' && batch_flg !== '2') return check;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function lines(path: string, options: CallOptions): Promise<readonly unknown[]> {
  const answer = await api.call(path, undefined, { ...options, method: 'GET' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const text = await answer.text();
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

function nameOf(record: unknown): string {
  return (record as { buy: [{ item_name: string }] }).buy[0].item_name;
}

const changed = [`changes-since`, `changes-since`];
const full = [null, null];

describe('Prefer: changes-since', () => {
  it('returns the added and changed records, and the keys of removed records', async () => {
    const first = await make({});
    expect(first).toMatchObject({ applied: full, flg: '3', removed: [] });
    expect(first.names).toHaveLength(30);
    expect(await make({}, first.cursor)).toMatchObject({ applied: changed, flg: '0', names: [], removed: [] });

    await api.load('master', [
      product('item-002', 'changed'),
      product('item-900', 'new'),
      product('item-001', '商品1'),
    ]);
    await api.remove('master', [product('item-003', ''), product('item-004', '')]);
    const second = await make({}, first.cursor);
    expect(second).toMatchObject({ applied: changed, flg: '3', names: ['商品1', 'changed', 'new'] });
    expect(second.removed).toEqual(
      ['item-003', 'item-004'].map((item_id) => ({
        member_code: ownMember,
        member_code_partner: partner,
        item_id,
      })),
    );
    const answer = await api.call(`/batches/${second.batchId}`, undefined, { method: 'GET' });
    expect(answer.headers.get('x-change-cursor')).toBe(second.cursor);
    expect(await answer.json()).toMatchObject({
      batch: { change_cursor: second.cursor, changes_only: '1', removed_count: '2', record_count: '3' },
    });
    expect(await make({}, second.cursor)).toMatchObject({ applied: changed, names: [], removed: [] });
    // A request with an older cursor still gets all changes since that cursor.
    expect(await make({}, first.cursor)).toMatchObject({ names: second.names, removed: second.removed });
  });

  it('returns all records if the changes are not known exactly', async () => {
    const { cursor, names } = await make({});
    const all = { applied: full, names, removed: [] };
    for (const wrong of ['nonsense', '', `${cursor.slice(0, -1)}!`, '"', `"${cursor}x"`]) {
      expect(await make({}, wrong)).toMatchObject(all);
    }
    // If the criteria or the caller differ, the same cursor returns all records.
    expect(await make({ client_member_code_list: [partner] }, cursor)).toMatchObject(all);
    const store = { token: await api.issuer.sign({ memberCode: '10000002' }) };
    expect(await make({}, cursor, store)).toMatchObject({ applied: full, flg: '0' });
  });

  it('treats lists in any order as the same criteria, applied to the present members', async () => {
    const own = { member_code_list: [ownMember, '10000002'] };
    const { cursor } = await make(own);
    expect(await make({ member_code_list: ['10000002', ownMember] }, cursor)).toMatchObject({ applied: changed });
    await api.load('members', [{ member_code: '10000003', head_office_member_code: ownMember }]);
    // The list names the same two members as the earlier request.
    expect(await make(own, cursor)).toMatchObject({ applied: changed });
    await api.load('members', [{ member_code: '10000002' }]);
    await api.load('members', [{ member_code: '10000002', head_office_member_code: ownMember, member_name: 'x' }]);
    expect(await make(own, cursor)).toMatchObject({ applied: changed });
    const grown = { member_group_code_list: ['G'] };
    const none = await make(grown);
    await api.load('members', [
      { member_code: '10000002', head_office_member_code: ownMember, member_group_code: 'G' },
    ]);
    await api.load('master', [product('item-800', 'of the store', '10000002')]);
    expect(await make(grown, none.cursor)).toMatchObject({ applied: full, names: ['of the store'] });
  });

  it('ends with an error if the changes were known at the request and are not known any more', async () => {
    const group = { member_group_code_list: ['H'] };
    const { cursor } = await make(group);
    await api.worker.stop();
    const requested = await api.call(`${master}/request`, group, { headers: { Prefer: `changes-since=${cursor}` } });
    expect(requested.headers.get('preference-applied')).toBe('changes-since');
    await api.load('members', [
      { member_code: '10000002', head_office_member_code: ownMember, member_group_code: 'H' },
    ]);
    api.worker.start();
    const { batch_id } = (await requested.json()) as { batch_id: string };
    expect(await (await ended(batch_id, {})).json()).toMatchObject({
      batch_flg: '5',
      error_list: [{ error_detail: expect.stringContaining('the same request again gives all records') }],
    });
    const removed = await api.call(`/batches/${batch_id}/removed`, undefined, { method: 'GET' });
    expect([removed.status, await removed.json()]).toMatchObject([400, { error_list: [{ error_code: 'E000010' }] }]);
    expect(await make(group, cursor)).toMatchObject({ applied: full, names: ['of the store'] });
  });

  it('works with an Idempotency-Key, which belongs to one cursor', async () => {
    const { cursor } = await make({});
    await api.load('master', [product('item-010', 'once more')]);
    const key = { headers: { 'Idempotency-Key': 'changes-1' } };
    const first = await make({}, cursor, key);
    expect(first).toMatchObject({ applied: changed, names: ['once more'] });
    expect(await make({}, cursor, key)).toEqual(first);
    for (const headers of [key.headers, { ...key.headers, Prefer: 'changes-since=other' }]) {
      const refused = await api.call(`${master}/request`, {}, { headers });
      expect([refused.status, await refused.json()]).toMatchObject([422, { error_list: [{ error_code: 'E000019' }] }]);
    }
  });

  it('does not work for slips that are selected by their download mark', async () => {
    const body = {
      target_date_set: '2',
      target_date_from: '2026-11-01',
      target_date_to: '2026-11-30',
      not_downloaded_flg: '1',
    };
    for (const [request, gives] of [
      [{ ...body, not_downloaded_flg: '0' }, expect.stringMatching(/^[\w-]+$/)],
      [body, null],
    ] as const) {
      const answer = await api.call('/trade/download/request', request);
      const { batch_id } = (await answer.json()) as { batch_id: string };
      for (;;) {
        const check = await api.call('/trade/download/check', { batch_id });
        if (((await check.json()) as { batch_flg: string }).batch_flg !== '0') continue;
        expect(check.headers.get('x-change-cursor')).toEqual(gives);
        break;
      }
    }
  });
});

describe('the removed keys of a batch', () => {
  it('are always the same bytes, compressed or not, and are not sent to a caller that has them', async () => {
    const { cursor } = await make({});
    const items = Array.from({ length: 600 }, (_, n) => product(`gone-${1_000 + n}`, 'gone'));
    await api.load('master', items);
    const { cursor: later } = await make({});
    await api.remove('master', items);
    const { batchId, removed, names } = await make({}, later);
    expect([removed.length, names]).toEqual([600, []]);
    expect((await make({}, cursor)).removed).toEqual(removed);
    const path = `/batches/${batchId}/removed`;
    const read = (headers: Record<string, string>) => api.call(path, undefined, { method: 'GET', headers });
    const plain = await read({ 'Accept-Encoding': 'identity' });
    const text = await plain.text();
    expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const zipped = await read({ 'Accept-Encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(text);
    expect((await read({ 'If-None-Match': zipped.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('are nobody else’s', async () => {
    const { batchId } = await make({});
    const token = await api.issuer.sign({ clientId: 'client-2' });
    const answer = await api.call(`/batches/${batchId}/removed`, undefined, { method: 'GET', token });
    expect([answer.status, await answer.json()]).toMatchObject([404, { error_list: [{ error_code: 'E000009' }] }]);
  });
});
