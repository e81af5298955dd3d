import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationQuery, Browser } from './browser.js';
import { password, type RunningAuth, runAuth } from './running-auth.js';

let auth: RunningAuth;
const path = '/api/credentials/access_token';
const signIn = (fields: Readonly<Record<string, string>> = {}) =>
  auth.post(path, { ...auth.client, user_id: 'hanako', user_password: password, ...fields });

describe('too many failures', () => {
  beforeAll(async () => {
    auth = await runAuth({ FAILURES_PER_USER: '3', FAILURES_PER_ADDRESS: '1000' });
  });
  afterAll(() => auth.stop());

  it.each([
    ['a known user', 'hanako'],
    ['an unknown user', 'nobody'],
  ])('lock %s for a while, whatever the password', async (_who, user_id) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await signIn({ user_id, user_password: 'wrong' })).status).toBe(400);
    }
    const locked = await signIn({ user_id });
    expect(locked).toMatchObject({ status: 429, json: { error: 'temporarily_unavailable' } });
    expect(locked.headers.get('cache-control')).toBe('no-store');
    expect(locked.headers.get('retry-after')).toMatch(/^([1-5]?[1-9]|[1-6]0)$/);
    const xml = await signIn({ user_id, response_type: 'xml' });
    expect(xml.status).toBe(429);
    expect(xml.text).toContain('<error>temporarily_unavailable</error>');
  });
});

describe('too many passwords at once', () => {
  beforeAll(async () => {
    auth = await runAuth({ PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASHES_WAITING: '1' });
  });
  afterAll(() => auth.stop());

  it('are refused at once, and the server goes on', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn()));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.json).toMatchObject({ error: 'temporarily_unavailable' });
    expect(refused?.headers.get('retry-after')).toBe('2');
    expect((await signIn()).status).toBe(200);
  });

  it('are told to a person on the page, who can send the form again', async () => {
    const query = authorizationQuery(auth);
    const browsers = Array.from({ length: 12 }, () => new Browser(auth));
    for (const browser of browsers) await browser.open(query);
    const answers = await Promise.all(
      browsers.map((browser) => browser.send({ user_id: 'hanako', user_password: password, decision: 'sign-in' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 503]));
    const busy = answers.findIndex(({ status }) => status === 503);
    expect(answers[busy]?.headers.get('retry-after')).toBe('2');
    expect(answers[busy]?.text).toContain('<form');
  });

  it('take a charset in the type of the form', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
    const fields = { ...auth.client, user_id: 'hanako', user_password: password };
    expect((await auth.post(path, fields, type)).status).toBe(200);
  });
});

describe('a server that meets a fault', () => {
  beforeAll(async () => {
    auth = await runAuth();
  });
  afterAll(() => auth.stop());

  it.each([
    ['in order', 'end'],
    ['by a reset', 'resetAndDestroy'],
  ] as const)('does not fail when a client breaks off in the middle of its form, %s', async (_how, goAway) => {
    const before = auth.log.length;
    const told = () => auth.log.slice(before).map((line) => JSON.parse(line) as { msg: string });
    const untilTold = async (lines: number) => {
      while (told().length < lines) await sleep(20);
    };
    const { hostname, port } = new URL(auth.url);
    const socket = connect(Number(port), hostname);
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const headers = `Host: auth\r\n${type}\r\nContent-Length: 100\r\nExpect: 100-continue`;
    socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    // The server has begun to handle the request.
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    socket.resume().write('user_id=');
    socket[goAway]();
    await once(socket, 'close');
    await untilTold(1);
    expect((await signIn()).status).toBe(200);
    await untilTold(2);
    const line = { msg: 'request', level: 'info', method: 'POST', path };
    expect(told()).toEqual([
      expect.objectContaining({ ...line, status: 499, aborted: true }),
      expect.objectContaining({ ...line, status: 200 }),
    ]);
  });

  it('says that its database cannot be written, and goes on', async () => {
    const refused = await auth.database.transaction(() => signIn());
    expect(refused).toMatchObject({ status: 503, json: { error: 'temporarily_unavailable' } });
    expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect((await signIn()).status).toBe(200);
  });
});
