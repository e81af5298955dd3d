import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Workplace } from './run-tpctl.js';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly remedy?: string;
}

const ownKey = { AUTH_SECRET_KEY: 'a-secret-key-of-these-tests-and-no-other' };

describe('tpctl doctor', () => {
  let place: Workplace;
  let auth: Server;
  let issuer: string;
  /** What the server of the tests says of itself. */
  let answers: Readonly<Record<string, unknown>>;
  beforeEach(async () => {
    place = await Workplace.make();
    auth = createServer(({ url = '' }, response) => {
      const answer = answers[url];
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => auth.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`;
    answers = { '/.well-known/openid-configuration': { issuer }, '/idp/oauth2/jwks': { keys: [{}] } };
    await place.tpctl(['migrate'], { env: ownKey });
    await place.tpctl(['key', 'rotate'], { env: ownKey });
    for (const name of ['auth', 'ordering']) await chmod(join(place.folder, `${name}.sqlite`), 0o600);
  });
  afterEach(async () => {
    auth.closeAllConnections();
    await new Promise((resolve) => auth.close(resolve));
    await place.remove();
  });

  async function examined(env: Readonly<Record<string, string>> = {}) {
    const { code, stdout } = await place.tpctl(['doctor', '--json'], {
      env: { AUTH_ISSUER: issuer, ...ownKey, ...env },
    });
    const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: readonly Finding[] };
    const wrong = findings.filter(({ state }) => state === 'bad' || state === 'warning');
    return { code, healthy, wrong, good: findings.filter(({ state }) => state === 'good').map(({ check }) => check) };
  }

  it('finds nothing bad on a healthy platform, and exits with 0', async () => {
    const { code, healthy, wrong, good } = await examined();
    expect({ code, healthy, wrong }).toEqual({ code: 0, healthy: true, wrong: [] });
    expect(good).toEqual(
      expect.arrayContaining([
        'Node',
        'secret key',
        'tables',
        'file mode',
        'disk',
        'signing keys',
        'issuer',
        'key set',
      ]),
    );
  });

  it.each([
    [{ AUTH_SECRET_KEY: '' }, 'warning', 'AUTH_SECRET_KEY is the default, which is public'],
    [{ AUTH_ISSUER: 'http://127.0.0.1:9' }, 'bad', 'cannot be reached'],
    [{ PORTAL_URL: 'http://api.example.com/docs' }, 'bad', 'http://api.example.com is not behind TLS'],
    [{ PORTAL_URL: 'https://127.0.0.1:9/docs' }, 'bad', 'https://127.0.0.1:9 cannot be reached'],
    [{ BATCH_SEGMENTS: 's3://segments/prod?endpoint=http://127.0.0.1:9' }, 'bad', 'AWS_ACCESS_KEY_ID'],
    [{ ORDERING_DATABASE_URL: 'postgres://platform:secret@127.0.0.1:9/ordering' }, 'bad', 'cannot be checked'],
  ])('finds what is wrong with %p', async (env, state, found) => {
    const { code, wrong } = await examined(env);
    expect(wrong).toContainEqual({
      check: expect.any(String),
      state,
      found: expect.stringContaining(found),
      remedy: expect.any(String),
    });
    expect(code).toBe(wrong.some((each) => each.state === 'bad') ? 1 : 0);
    expect(JSON.stringify(wrong)).not.toContain('secret@');
  });

  it('finds a platform that calls itself something else, an empty key set, and files that others can read', async () => {
    answers = {
      '/.well-known/openid-configuration': { issuer: 'https://other.example' },
      '/idp/oauth2/jwks': { keys: [] },
    };
    await chmod(join(place.folder, 'auth.sqlite'), 0o644);
    const { code, wrong } = await examined();
    expect(code).toBe(1);
    expect(wrong.map(({ check, state }) => [check, state])).toEqual([
      ['file mode', 'warning'],
      ['issuer', 'bad'],
      ['key set', 'bad'],
    ]);
  });

  it('says in words what to do', async () => {
    answers = {};
    const { code, stdout, stderr } = await place.tpctl(['doctor'], { env: { AUTH_ISSUER: issuer, ...ownKey } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^STATE +CHECK +FOUND$/m);
    expect(stdout).toMatch(/^bad: issuer: /m);
    expect(stderr).toMatch(/^tpctl: 2 of \d+ checks are bad\n$/);
  });
});
