import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { otherMember, RunningApi } from './running-api.js';

interface Answer {
  readonly batch_id: string;
  readonly batch_flg?: string;
  readonly record_count?: string;
}

const master = '/master/download/buy/request';
const period = { target_date_set: '2', target_date_from: '2026-11-01', target_date_to: '2026-11-30' };

let api: RunningApi;
beforeAll(async () => {
  api = await RunningApi.start();
});
afterAll(() => api.stop());

async function request(
  prefer: string,
  body: object = {},
  options: { path?: string; token?: string; key?: string } = {},
) {
  const headers = {
    ...(prefer === '' ? {} : { Prefer: prefer }),
    ...(options.key === undefined ? {} : { 'Idempotency-Key': options.key }),
  };
  const token = options.token === undefined ? {} : { token: options.token };
  const response = await api.call(options.path ?? master, body, { headers, ...token });
  const answer = (await response.json()) as Answer;
  return {
    status: response.status,
    answer,
    batchId: answer.batch_id,
    age: response.headers.get('age'),
    applied: response.headers.get('preference-applied'),
  };
}

describe('Prefer: reuse', () => {
  it('can be combined with wait, in one header or several, quoted or not', async () => {
    const first = await request('wait=30', { exist_mc: '0' });
    const again = await request('foo, wait="10"; x=1, Reuse = "60"', { exist_mc: '0' });
    expect(again).toMatchObject({ batchId: first.batchId, applied: 'reuse=60, wait=10' });
    expect(again.answer).toMatchObject({ batch_flg: '3', record_count: '30' });
  });

  it.each(['reuse=0', 'reuse=-1', 'reuse=x', 'reuse', 'reuse=1.5', ''])(
    'makes a new batch with "%s"',
    async (prefer) => {
      const first = await request('wait=30');
      const again = await request(prefer);
      expect(again.batchId).not.toBe(first.batchId);
      expect(again).toMatchObject({ age: null, applied: null });
    },
  );

  it('makes a new batch if the last one is too old, was discarded, or is not finished', async () => {
    const first = await request('wait=30', { sell_stop: '1' });
    await sleep(1_100);
    const second = await request('reuse=1, wait=30', { sell_stop: '1' });
    await api.call(`/batches/${second.batchId}`, undefined, { method: 'DELETE' });
    await api.call(`/batches/${first.batchId}`, undefined, { method: 'DELETE' });
    await api.worker.stop();
    const third = await request('reuse=60', { sell_stop: '1' });
    const fourth = await request('reuse=60', { sell_stop: '1' });
    api.worker.start();
    expect(new Set([first, second, third, fourth].map(({ batchId }) => batchId)).size).toBe(4);
  });

  it('makes a new batch for another client and for another member', async () => {
    const first = await request('wait=30', { without_hidden: '1' });
    for (const token of [
      await api.issuer.sign({ clientId: 'client-2' }),
      await api.issuer.sign({ memberCode: otherMember }),
    ]) {
      const other = await request('reuse=60', { without_hidden: '1' }, { token });
      expect(other.batchId).not.toBe(first.batchId);
      expect(other.age).toBeNull();
    }
  });

  it('makes a new batch for slips that are selected by their download mark', async () => {
    const path = '/trade/download/request';
    const all = await request('wait=30', period, { path });
    expect((await request('reuse=60', period, { path })).batchId).toBe(all.batchId);
    for (const not_downloaded_flg of ['1', '2']) {
      const first = await request('wait=30', { ...period, not_downloaded_flg }, { path });
      const again = await request('reuse=60', { ...period, not_downloaded_flg }, { path });
      expect(again.batchId).not.toBe(first.batchId);
    }
  });

  it('makes a new batch if the rights of the caller have changed', async () => {
    const body = { group_code_list: ['G1'] };
    const first = await request('wait=30', body);
    expect((await request('reuse=60', body)).batchId).toBe(first.batchId);
    await api.load('members', [{ member_code: '10000009', member_name: '新店', head_office_member_code: '10000001' }]);
    const second = await request('reuse=60, wait=10', body);
    expect(second).toMatchObject({ age: null, applied: 'wait=10' });
    expect(second.batchId).not.toBe(first.batchId);
    await api.load('members', [{ member_code: '10000009', member_name: '新店' }]);
    const third = await request('reuse=60', body);
    expect(third.batchId).toBe(first.batchId);
  });

  it('gives priority to a known key, and binds a new key to the batch in the answer', async () => {
    const first = await request('wait=30', { share_item: '1' });
    const bound = await request('reuse=60', { share_item: '1' }, { key: 'reuse-1' });
    expect(bound).toMatchObject({ batchId: first.batchId, applied: 'reuse=60' });
    const repeat = await request('', { share_item: '1' }, { key: 'reuse-1' });
    expect(repeat).toMatchObject({ batchId: first.batchId, applied: null, age: null });
    expect((await request('reuse=60', { share_item: '2' }, { key: 'reuse-1' })).status).toBe(422);
    const known = await request('wait=30', { share_item: '1' }, { key: 'reuse-2' });
    const newest = await request('wait=30', { share_item: '1' });
    const again = await request('reuse=60', { share_item: '1' }, { key: 'reuse-2' });
    expect(again).toMatchObject({ batchId: known.batchId, applied: null, age: null });
    expect(newest.batchId).not.toBe(known.batchId);
  });
});
