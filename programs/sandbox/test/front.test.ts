import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, expect, it, jest } from '@jest/globals';
import { PlatformClient } from '@trading-platform/client';
import type { FakePlatform } from '@trading-platform/client/testing';
import { type SandboxFront, scenarios } from '../src/index.js';
import { eachWithFront, login, tokenAt } from './a-platform.js';

let front: SandboxFront;
let platform: FakePlatform;

eachWithFront((scene) => {
  ({ front, platform } = scene);
});

const path = '/ordApi/order/master/download/buy';

/** A client that repeats nothing. */
async function caller(choice?: string, headers: Record<string, string> = {}) {
  const { authUrl, apiUrl } = front.addresses(choice);
  const token = await tokenAt(authUrl);
  return async (step: string, body: object = {}) => {
    const answer = await fetch(apiUrl + (step.startsWith('/') ? `/ordApi/order${step}` : `${path}/${step}`), {
      method: step.startsWith('/') ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(step.startsWith('/') ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  };
}

/** The front's actions on the calls of a download. */
async function actionsOf(choice: string) {
  const retry = { attempts: 8, firstWaitMs: 1, longestWaitMs: 2 };
  const client = new PlatformClient({ ...login, ...front.addresses(choice), retry });
  platform.recordCount = 60;
  await client.master.download({}, { recordsPerGet: 5 }).toArray();
  return front.recorder
    .calls(choice)
    .toReversed()
    .map(({ kind, action }) => `${kind}: ${action}`);
}

describe('a scenario', () => {
  it('does the same with the same calls, and another seed something else', async () => {
    const first = await actionsOf('error-500;run=a');
    expect(await actionsOf('error-500;run=b')).toEqual(first);
    expect(await actionsOf('error-500;seed=2')).not.toEqual(first);
    expect(first.filter((action) => action.endsWith('refuse 500')).length).toBeGreaterThan(3);
  });

  it('is chosen by header, call by call', async () => {
    const call = await caller(undefined, { 'Sandbox-Scenario': 'throttled' });
    expect(await call('request')).toMatchObject({ status: 429, body: { error_list: [{ error_code: 'E100003' }] } });
    expect(await call('request')).toMatchObject({ status: 200, body: { batch_id: '7' } });
    expect(platform.calls.at(-1)?.headers).not.toHaveProperty('sandbox-scenario');
    expect(await (await caller())('check', { batch_id: '7' })).toMatchObject({ status: 200 });
  });

  it('is given to all calls of a client, until it is taken away', async () => {
    front.setClient('erp', 'unavailable');
    const refused = await fetch(`${front.addresses().authUrl}/api/credentials/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'erp' }),
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
    front.setClient('erp', undefined);
    expect(await tokenAt(front.addresses().authUrl)).not.toBe('');
  });

  it('that nobody knows is refused with the names of all', async () => {
    const answer = await fetch(`${front.url}/scenario/thunder/api/x`);
    expect(answer.status).toBe(400);
    for (const { name } of scenarios) expect(await answer.clone().text()).toContain(name);
  });

  it.each(['throttled;seed=x', 'throttled;run=', 'throttled;speed=1', 'throttled;run=a/b'])('is not %s', (choice) => {
    expect(() => front.addresses(choice)).toThrow('The name may be followed by');
  });
});

describe('a batch', () => {
  it('that takes its time looks so in every call', async () => {
    const call = await caller('batch-waits', { prefer: 'wait=5' });
    const requested = await call('request');
    expect(requested.body).toEqual({ request_id: 'r', result: 0, error_list: [], batch_id: '7' });
    expect(requested.headers.get('preference-applied')).toBeNull();
    expect(await call('get', { batch_id: '7', seq_from: '1', seq_to: '2' })).toMatchObject({
      status: 400,
      body: { result: 1, error_list: [{ error_item: 'batch_id', error_code: 'E000010' }] },
    });
    expect(await call('/batches/7')).toMatchObject({ body: { batch: { state: 'waiting', record_count: '0' } } });
    const flags: unknown[] = [];
    for (let checks = 1; checks <= 5; checks++) {
      const { body, headers } = await call('check', { batch_id: '7' });
      flags.push([body['batch_flg'], body['record_count'], headers.get('retry-after')]);
    }
    const [waiting, processing] = [
      ['1', '0', '1'],
      ['2', '0', '1'],
    ];
    expect(flags).toEqual([waiting, waiting, processing, processing, ['3', '10', null]]);
    expect(await call('get', { batch_id: '7', seq_from: '1', seq_to: '2' })).toMatchObject({ status: 200 });
  });

  it('that fails says why in a normal answer, and only the first one fails', async () => {
    const call = await caller('batch-failed');
    await call('request');
    expect(await call('check', { batch_id: '7' })).toMatchObject({ body: { batch_flg: '2' } });
    expect(await call('check', { batch_id: '7' })).toMatchObject({
      status: 200,
      body: { result: 0, batch_flg: '5', error_list: [{ error_item: 'batch_id', error_code: 'E900001' }] },
    });
    await call('request', { food_cat_large_code: '10' });
    const second = await caller('batch-failed', { 'idempotency-key': 'other' });
    const { body } = await second('request');
    expect(await second('check', { batch_id: body['batch_id'] })).toMatchObject({ body: { batch_flg: '3' } });
  });

  it('that is empty has nothing in a get', async () => {
    const call = await caller('batch-empty');
    await call('request');
    expect(await call('check', { batch_id: '7' })).toMatchObject({ body: { batch_flg: '0', record_count: '0' } });
    const { body, headers } = await call('get', { batch_id: '7', seq_from: '1', seq_to: '1' });
    expect([body['master'], headers.get('x-range-crc32')]).toEqual([[], null]);
  });

  it('that ends after its first get is unknown, in the words of the path', async () => {
    const call = await caller('batch-ends');
    await call('request');
    const range = { batch_id: '7', seq_from: '1', seq_to: '5' };
    const wide = await call('get', { ...range, seq_to: '21' });
    expect(wide.body).toMatchObject({
      error_list: [{ error_item: 'seq_to', error_code: 'E000011', error_detail: expect.stringContaining('20') }],
    });
    expect(await call('get', range)).toMatchObject({ status: 200 });
    expect(await call('get', range)).toMatchObject({ status: 400, body: { error_list: [{ error_code: 'E000009' }] } });
    expect(await call('/batches/7')).toMatchObject({ status: 404, body: { error_list: [{ error_code: 'E000009' }] } });
  });
});

describe('an answer', () => {
  it('by TLS comes with a certificate that only those trust who know it', async () => {
    const get = (ca?: string) =>
      new Promise<string>((resolve, reject) => {
        request(`${front.tlsUrl}/control/facts`, { ca, agent: false }, (answer) => resolve(text(answer)))
          .on('error', reject)
          .end();
      });
    await expect(get()).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(JSON.parse(await get(front.certificate))).toMatchObject({ url: front.url });
  });

  it('says who does not answer where the platform is down', async () => {
    await platform.stop();
    const answer = await fetch(`${front.addresses().apiUrl}/ordApi/order/batches`);
    expect([answer.status, await answer.text()]).toEqual([
      502,
      'The sandbox cannot reach the platform behind it: ECONNREFUSED\n',
    ]);
    await platform.start();
  });

  it('leaves its connection open for as long as the services do', async () => {
    const call = await caller();
    expect((await call('request')).headers.get('keep-alive')).toBe('timeout=65');
  });

  it('has the clock of the scenario', async () => {
    const call = await caller('clock-off');
    const { status, headers } = await call('request');
    const aheadMs = Date.parse(headers.get('date') ?? '') - Date.now();
    expect(status).toBe(503);
    expect(Math.round(aheadMs / 60_000)).toBe(60);
    expect(Date.parse(headers.get('retry-after') ?? '') - Date.parse(headers.get('date') ?? '')).toBe(1_000);
  });

  it('has one time in all its headers, even if a second ends while it is written', async () => {
    const call = await caller('clock-off');
    let now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
    try {
      const { headers } = await call('request');
      expect(Date.parse(headers.get('retry-after') ?? '') - Date.parse(headers.get('date') ?? '')).toBe(1_000);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('every scenario', () => {
  it('is told in both languages, under a name of its own', () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
    for (const { name, title, happens, goodClient } of scenarios) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      for (const said of [title, happens, goodClient]) {
        expect(said.en).toMatch(/^[A-Z0-9]/);
        expect(said.ja).toMatch(/[ぁ-んァ-ン一-龠]/);
      }
    }
  });
});
