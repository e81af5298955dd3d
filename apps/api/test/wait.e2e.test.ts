import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BatchFunction } from '@trading-platform/batch-engine';
import { downloads } from '@trading-platform/domain-types';
import { ownMember, RunningApi } from './running-api.js';

interface Answer {
  readonly batch_id: string;
  readonly batch_flg?: string;
  readonly record_count?: string;
  readonly error_list: readonly { readonly error_code: string; readonly error_detail: string }[];
}

/** If a call with `wait(30)` takes less time than this, it was answered before its time was over, even on a slow machine. */
const waitedMs = 29_000;
const wait = (seconds: number | string) => ({ Prefer: `wait=${seconds}` });

async function answerOf(called: Promise<Response>): Promise<{ answer: Answer; headers: Headers; tookMs: number }> {
  const start = performance.now();
  const response = await called;
  return {
    answer: (await response.json()) as Answer,
    headers: response.headers,
    tookMs: performance.now() - start,
  };
}

/** Waits until a condition is true. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await sleep(5);
}

describe('Prefer: wait', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.start({ WAITING_CALLS: '5', WAITING_CALLS_PER_CLIENT: '4' });
  });
  afterAll(() => api.stop());
  afterEach(() => api.worker.start());

  const request = (headers: Record<string, string>, body: object = {}) =>
    answerOf(api.call('/master/download/buy/request', body, { headers }));
  const check = (batch_id: string, headers: Record<string, string>) =>
    answerOf(api.call('/master/download/buy/check', { batch_id }, { headers }));
  const requestOf = async (clientId: string) => {
    const token = await api.issuer.sign({ clientId });
    return answerOf(api.call('/master/download/buy/request', {}, { headers: wait(30), token }));
  };
  const waitingCalls = async () => {
    const metrics = await (await fetch(`${api.base}/metrics`)).text();
    return Number(/^api_waiting_calls (\d+)$/m.exec(metrics)?.[1]);
  };

  it('holds a check, and answers shortly after the batch has ended', async () => {
    await api.worker.stop();
    const { answer } = await request({});
    const waiting = check(answer.batch_id, wait(30));
    await until(async () => (await waitingCalls()) === 1);
    const start = performance.now();
    api.worker.start();
    const checked = await waiting;
    expect(checked.answer).toMatchObject({ batch_flg: '3', record_count: '30' });
    expect(performance.now() - start).toBeLessThan(waitedMs);
    expect(await waitingCalls()).toBe(0);
  });

  it('answers with the current state when the time is over', async () => {
    await api.worker.stop();
    const { answer, headers, tookMs } = await request(wait(1));
    expect(answer).toMatchObject({ batch_flg: '1', record_count: '0' });
    expect(headers.get('preference-applied')).toBe('wait=1');
    expect(headers.get('retry-after')).toBe('1');
    expect(tookMs).toBeGreaterThan(990);
    expect(tookMs).toBeLessThan(waitedMs);
  });

  it('also holds the request of an order upload that has not begun', async () => {
    const order_list = [
      {
        upload_no: 'wait-1',
        member_code_self: ownMember,
        member_code_partner: '30000003',
        hope_delivery_date: '2026-12-01',
        send_flg: '1',
        detail_list: [{ line_no: 1, catalog_id: 'c', prod_lot_qty: 1 }],
      },
    ];
    // The worker of this test produces no uploads, so the batch remains in the state `waiting`.
    const upload = (headers: Record<string, string>) =>
      answerOf(api.call('/order/upload/request', { order_list }, { headers }));
    const { answer, headers } = await upload(wait(1));
    expect(answer).toEqual({
      request_id: headers.get('x-request-id'),
      result: 0,
      error_list: [],
      batch_id: expect.stringMatching(/^\d+$/),
      batch_flg: '1',
      record_count: '0',
      error_count: '0',
    });
    expect(headers.get('preference-applied')).toBe('wait=1');
    expect(headers.get('retry-after')).toBe('1');
    expect(Object.keys((await upload({})).answer)).toEqual(['request_id', 'result', 'error_list', 'batch_id']);
  });

  it.each(['x', '-1', '1.5', '"', ''])('ignores wait=%s', async (value) => {
    await api.worker.stop();
    const { headers } = await request(wait(value));
    expect(headers.get('preference-applied')).toBeNull();
  });

  it('counts longer waits as 30 seconds, and reads quoted values among other preferences', async () => {
    const { batch_id } = (await request(wait(10))).answer;
    const { headers } = await check(batch_id, {
      Prefer: 'respond-async, handling="a,b"; x, Wait="99999999999999999999"',
    });
    expect(headers.get('preference-applied')).toBe('wait=30');
  });

  it('answers at once if too many calls wait in all or for one client, and says that it has not waited', async () => {
    await api.worker.stop();
    const { batch_id } = (await request({})).answer;
    const held = Array.from({ length: 4 }, () => check(batch_id, wait(30)));
    await until(async () => (await waitingCalls()) === 4);
    const beyond = [await request(wait(30)), await check(batch_id, wait(30))];
    held.push(requestOf('client-2'));
    await until(async () => (await waitingCalls()) === 5);
    beyond.push(await requestOf('client-3'));
    for (const { answer, headers, tookMs } of beyond) {
      expect(answer).toMatchObject({ batch_flg: '1', record_count: '0' });
      expect(headers.get('preference-applied')).toBeNull();
      expect(tookMs).toBeLessThan(waitedMs);
    }
    api.worker.start();
    for (const { answer } of await Promise.all(held)) expect(answer.batch_flg).toBe('3');
  });

  it('ends when the batch is cancelled', async () => {
    await api.worker.stop();
    const { batch_id } = (await request({})).answer;
    const waiting = check(batch_id, wait(30));
    await until(async () => (await waitingCalls()) === 1);
    await api.call(`/batches/${batch_id}`, undefined, { method: 'DELETE' });
    const { answer, tookMs } = await waiting;
    expect(answer).toMatchObject({ batch_flg: '4', record_count: '0' });
    expect(tookMs).toBeLessThan(waitedMs);
  });

  it('forgets a caller that has disconnected', async () => {
    await api.worker.stop();
    const { batch_id } = (await request({})).answer;
    const leaving = new AbortController();
    const token = await api.issuer.sign();
    const left = new Promise((resolve) => {
      const call = httpRequest(`${api.base}/ordApi/order/master/download/buy/check`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { ...wait(30), Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      });
      call.once('error', resolve);
      call.end(JSON.stringify({ batch_id }));
    });
    await until(async () => (await waitingCalls()) === 1);
    leaving.abort();
    await left;
    await until(async () => (await waitingCalls()) === 0);
    expect((await check(batch_id, {})).answer.batch_flg).toBe('1');
  });

  it('holds a request that repeats a key until the first batch has ended', async () => {
    await api.worker.stop();
    const headers = { ...wait(30), 'Idempotency-Key': 'wait-1' };
    const held = [request(headers), request(headers)];
    await until(async () => (await waitingCalls()) === 2);
    api.worker.start();
    const [first, second] = await Promise.all(held);
    expect(first?.answer).toMatchObject({ batch_flg: '3', record_count: '30' });
    expect(second?.answer.batch_id).toBe(first?.answer.batch_id);
    expect(second?.answer.batch_flg).toBe('3');
  });

  it('counts as one call', async () => {
    const token = await api.issuer.sign();
    const remaining = async (headers: Record<string, string>) => {
      const answer = await api.call('/master/download/buy/request', {}, { token, headers });
      return Number(answer.headers.get('ratelimit-remaining'));
    };
    expect((await remaining({})) - (await remaining(wait(10)))).toBe(1);
  });

  it('answers an unknown batch at once', async () => {
    const { answer, tookMs } = await check('999999', wait(30));
    expect(answer.error_list).toMatchObject([{ error_code: 'E000009' }]);
    expect(tookMs).toBeLessThan(waitedMs);
    expect(await waitingCalls()).toBe(0);
  });
});

describe('Prefer: wait on a batch that fails', () => {
  it('ends the wait, and gives the reason', async () => {
    const failing: BatchFunction = {
      name: downloads.master.name,
      arrayName: downloads.master.arrayName,
      open: () => Promise.reject(new Error('no')),
    };
    const api = await RunningApi.start({}, { functions: [failing] });
    try {
      const { answer } = await answerOf(api.call('/master/download/buy/request', {}, { headers: wait(30) }));
      expect(answer).toMatchObject({
        result: 0,
        error_list: [
          { error_item: 'batch_id', error_code: 'E900001', error_detail: 'The records could not be produced' },
        ],
        batch_flg: '5',
        record_count: '0',
      });
    } finally {
      await api.stop();
    }
  });
});

describe('Prefer: wait in a service that stops', () => {
  it('answers all calls at once, with the current state', async () => {
    const api = await RunningApi.start();
    await api.worker.stop();
    const held = Array.from({ length: 20 }, () =>
      answerOf(api.call('/master/download/buy/request', {}, { headers: wait(30) })),
    );
    await until(async () => /^api_waiting_calls 20$/m.test(await (await fetch(`${api.base}/metrics`)).text()));
    const start = performance.now();
    const stopped = api.stop();
    for (const { answer, headers } of await Promise.all(held)) {
      expect(answer).toMatchObject({ batch_flg: '1', record_count: '0' });
      expect(headers.get('preference-applied')).toBeNull();
    }
    expect(performance.now() - start).toBeLessThan(waitedMs);
    await stopped;
  });
});
