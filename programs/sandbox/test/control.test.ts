import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { SandboxFront } from '../src/index.js';
import { eachWithFront, login, tokenAt } from './a-platform.js';

let front: SandboxFront;

eachWithFront(
  (scene) => {
    ({ front } = scene);
  },
  { recordedCalls: 5 },
);

/** A call with headers that `fetch` would not send. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  return new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const call = request(front.url + path, { method, headers }, (answer) => {
      const { statusCode: status = 0, headers: sent } = answer;
      text(answer).then((said) => resolve({ status, location: sent.location, text: said }), reject);
    });
    call.on('error', reject).end(body);
  });
}

describe('the control of a sandbox', () => {
  it('gives a client a scenario, and takes it away', async () => {
    const put = await send('PUT', '/control/clients/erp', {}, '{"scenario":"throttled;seed=7"}');
    expect(JSON.parse(put.text)).toEqual({ clients: [['erp', 'throttled;seed=7;run=client-erp']] });
    expect(JSON.parse((await send('DELETE', '/control/clients/erp')).text)).toEqual({ clients: [] });
  });

  it.each([
    ['PUT', '/control/clients/erp', '{"scenario":"thunder"}', 400],
    ['PUT', '/control/clients/erp', 'throttled', 400],
    ['PUT', `/control/clients/${'x'.repeat(201)}`, '{"scenario":"calm"}', 400],
    ['GET', '/control/runs/thunder', '', 400],
    ['GET', '/control/runs/%zz', '', 400],
    ['GET', '/control/nothing', '', 404],
    ['GET', '/nothing', '', 404],
  ])('refuses %s %s %s', async (method, path, body, status) => {
    const { status: found, text: said } = await send(method, path, {}, body);
    expect([found, JSON.parse(said)]).toEqual([status, { problem: expect.any(String) }]);
  });

  it('is not changed by pages of others, nor read under a name that a page has bound to this machine', async () => {
    const form = 'client_id=erp&scenario=throttled';
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect(await send('POST', '/clients', headers, form)).toMatchObject({ status: 403 });
    }
    expect(await send('GET', '/recorder', { host: 'evil.example' })).toMatchObject({ status: 403 });
    expect(
      await send('POST', '/clients?lang=ja', { 'sec-fetch-site': 'same-origin', origin: front.url }, form),
    ).toMatchObject({
      status: 303,
      location: '/?lang=ja',
    });
    expect((await send('GET', '/')).text).toContain('throttled;run=client-erp');
  });

  it('tells what a run has seen, and begins it anew', async () => {
    expect(JSON.parse((await send('GET', '/control/runs/lost-call')).text)).toEqual({ run: null });
    await expect(tokenAt(front.addresses('lost-call').authUrl)).rejects.toThrow('fetch failed');
    await tokenAt(front.addresses('lost-call').authUrl);
    expect(JSON.parse((await send('GET', '/control/runs/lost-call')).text)).toEqual({
      run: {
        choice: 'lost-call',
        calls: 2,
        disturbed: 1,
        actions: { 'lose call': 1, pass: 1 },
        batches: 0,
        doubledRequests: 0,
      },
    });
    await send('DELETE', '/control/runs/lost-call');
    expect(front.run('lost-call')).toBeUndefined();
  });
});

describe('the recorder', () => {
  it('keeps no secret, neither of forms nor of headers, addresses and answers', async () => {
    const { authUrl, apiUrl } = front.addresses();
    const token = await tokenAt(authUrl);
    await fetch(`${apiUrl}/ordApi/order/batches?code=one-time&limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { text: calls } = await send('GET', '/control/calls');
    const { text: page } = await send('GET', '/recorder');
    expect(calls).toContain('authorization":"Bearer ***');
    expect(calls).toContain('user_id=tanaka&user_password=***&client_id=erp&client_secret=***');
    expect(calls).toContain('?code=***&limit=1');
    for (const secret of [
      token,
      login.password,
      encodeURIComponent(login.password),
      'correct+horse',
      'one-time',
      '=secret',
    ]) {
      expect([secret, calls.includes(secret), page.includes(secret)]).toEqual([secret, false, false]);
    }
  });

  it('keeps the last calls only, and forgets them when it is told to', async () => {
    for (let number = 1; number <= 7; number++) await tokenAt(front.addresses().authUrl);
    expect(front.recorder.calls().map(({ number }) => number)).toEqual([7, 6, 5, 4, 3]);
    expect(await send('POST', '/recorder/clear')).toMatchObject({ status: 303 });
    expect(front.recorder.calls()).toEqual([]);
  });

  it('shows what came as text, never as a page', async () => {
    await fetch(`${front.addresses().apiUrl}/<script>alert(1)</script>`, { method: 'POST', body: '{"a":"</pre><b>"}' });
    const { text: page } = await send('GET', '/recorder');
    expect(page).not.toMatch(/<script|<b>/);
    expect(page).toContain('&lt;/pre&gt;&lt;b&gt;');
  });
});
