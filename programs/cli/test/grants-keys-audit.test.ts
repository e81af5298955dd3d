import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultAuthSettings, issueByCredentials } from '@trading-platform/auth-core';
import { authSchema, openAuthServer } from '@trading-platform/auth-core/typeorm';
import { openDatabase } from '@trading-platform/database';
import { Workplace } from './run-tpctl.js';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await Workplace.make();
});

afterEach(() => workplace.remove());

const secretKey = 'a secret key of the tests, 32 characters or more';
const env = { AUTH_SECRET_KEY: secretKey };

async function json<T>(args: readonly string[], input?: string): Promise<T> {
  const result = await workplace.tpctl([...args, '--json'], { env, ...(input === undefined ? {} : { input }) });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(result.stdout) as T;
}

/** Creates a client, and a user who has signed in. */
async function signIn(userId: string): Promise<{ readonly clientId: string }> {
  const client = await json<{ client_id: string; client_secret: string }>(['client', 'create', '--name', 'ERP']);
  const create = ['user', 'create', '--user-id', userId, '--member-code', '10000001', '--no-member-check'];
  await json(create, 'correct horse');
  const address = `sqlite:${join(workplace.folder, 'auth.sqlite')}`;
  const database = await openDatabase({ address, schemas: [authSchema] });
  try {
    const settings = { ...defaultAuthSettings, issuer: 'http://localhost' };
    const server = openAuthServer(database, { secretKey, settings });
    await server.keys.ensureKeys({ address: 'local' });
    await issueByCredentials(server, {
      query: new Map(),
      body: new Map([
        ['user_id', userId],
        ['user_password', 'correct horse'],
        ['client_id', client.client_id],
        ['client_secret', client.client_secret],
      ]),
      authorization: undefined,
      origin: { address: '127.0.0.1' },
    });
  } finally {
    await database.close();
  }
  return { clientId: client.client_id };
}

describe('tpctl grant', () => {
  it('lists what users have allowed, and ends it', async () => {
    const { clientId } = await signIn('tanaka');
    const [grant] = await json<{ grant_id: string }[]>(['grant', 'list', '--user-id', 'tanaka']);
    expect(grant).toMatchObject({ client_id: clientId, user_id: 'tanaka', flow: 'credentials', ended_at: null });
    const grantId = grant?.grant_id ?? '';
    const forPeople = await workplace.tpctl(['grant', 'list'], { env });
    expect(forPeople.stdout).toMatch(/^GRANT_ID .*\n.* tanaka .* active\n$/);
    expect(await json(['grant', 'end', '--grant-id', grantId])).toMatchObject({
      grant_id: grantId,
      ended_at: expect.any(String),
      end_reason: 'operator',
    });
    expect(await json(['grant', 'list'])).toEqual([]);
    expect(await json(['grant', 'list', '--all'])).toHaveLength(1);
    expect(await json(['grant', 'list', '--all', '--client-id', 'another'])).toEqual([]);
  });

  it('refuses what is not there', async () => {
    expect(await workplace.tpctl(['grant', 'end', '--grant-id', 'none'], { env })).toMatchObject({
      code: 1,
      stderr: 'tpctl: There is no grant none\n',
    });
    expect(await workplace.tpctl(['grant', 'list', '--user-id', 'nobody'], { env })).toMatchObject({
      code: 1,
      stderr: 'tpctl: There is no user nobody\n',
    });
  });
});

describe('tpctl key', () => {
  it('lists the keys and lets the next one sign', async () => {
    expect(await workplace.tpctl(['key', 'list'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No keys/),
    });
    const first = await json<{ key_id: string; state: string }[]>(['key', 'rotate', '--force']);
    const rotated = await json<{ key_id: string; state: string }[]>(['key', 'rotate', '--force']);
    expect(await json(['key', 'list'])).toEqual(rotated);
    const idOf = (keys: typeof first, state: string) => keys.find((key) => key.state === state)?.key_id;
    expect(idOf(rotated, 'active')).toBe(idOf(first, 'next'));
    expect(rotated.filter(({ state }) => state === 'active')).toHaveLength(1);
  });

  it('withdraws a key, and lets the next one sign', async () => {
    const before = await json<{ key_id: string; state: string }[]>(['key', 'rotate', '--force']);
    const idOf = (keys: typeof before, state: string) => keys.find((key) => key.state === state)?.key_id ?? '';
    const active = idOf(before, 'active');
    const after = await json<typeof before>(['key', 'withdraw', '--key-id', active]);
    expect(idOf(after, 'withdrawn')).toBe(active);
    expect(idOf(after, 'active')).toBe(idOf(before, 'next'));
    expect(await json(['key', 'list'])).toEqual(after);
    const [event] = await json<{ detail: unknown }[]>(['audit', '--event', 'key.withdrawn']);
    expect(event).toMatchObject({ event: 'key.withdrawn', detail: { key: active } });
    expect(await workplace.tpctl(['key', 'withdraw', '--key-id', active], { env })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `tpctl: There is no key ${active} that could be withdrawn\n`,
    });
    const forPeople = await workplace.tpctl(['key', 'withdraw', '--key-id', idOf(after, 'active')], { env });
    expect(forPeople).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^KEY_ID .*\n(.* withdrawn .*\n?){0,4}/),
    });
    // One key ID in 64 begins with a dash, like an option.
    expect(await workplace.tpctl(['key', 'withdraw', '--key-id', '-AbC'], { env })).toMatchObject({
      code: 1,
      stderr: 'tpctl: There is no key -AbC that could be withdrawn\n',
    });
    const help = await workplace.tpctl(['key', 'withdraw', '--help'], { env });
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('tpctl key withdraw') });
  });

  it('says when the next key is too young', async () => {
    await json(['key', 'rotate']);
    const result = await workplace.tpctl(['key', 'rotate'], { env });
    expect(result).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^tpctl: [^\n]+\n$/) });
  });
});

describe('tpctl key reseal', () => {
  const changed = {
    AUTH_SECRET_KEY: 'another key of the tests, 32 characters or more',
    AUTH_FORMER_SECRET_KEY: secretKey,
  };
  const reseal = async (...options: readonly string[]) => {
    const result = await workplace.tpctl(['key', 'reseal', ...options], { env: changed });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    return result.stdout;
  };

  it('seals the signing keys anew, and says what needs the former secret key and when it can go', async () => {
    const { clientId } = await signIn('tanaka');
    const looked = JSON.parse(await reseal('--dry-run', '--json')) as Record<string, unknown>;
    expect(looked).toEqual({
      signing_keys: [expect.any(String), expect.any(String)],
      authenticators: 0,
      clients: [{ client_id: clientId, name: 'ERP', secret: 'present', ends_at: null }],
      grants: 1,
      last_grant_expires_at: expect.any(String),
      former_can_go: false,
    });
    expect(await reseal('--dry-run')).toMatch(/^Signing keys that would be sealed anew: 2\.\n[^]*must stay/);
    expect(await reseal()).toMatch(
      /^Signing keys sealed anew: 2\.\n.*\nCLIENT_ID .*\n.* ERP .*\n.*former key: 1; .*\n.*must stay/,
    );
    await workplace.tpctl(['client', 'delete', '--client-id', clientId], { env: changed });
    expect(await reseal()).toBe(
      'Signing keys sealed anew: 0.\nAUTH_FORMER_SECRET_KEY can go: nothing needs it any more.\n',
    );
    expect(JSON.parse(await reseal('--json'))).toMatchObject({ signing_keys: [], former_can_go: true });
  });
});

describe('tpctl audit', () => {
  it('shows events, newest first, and those that were asked for', async () => {
    await signIn('tanaka');
    const all = await json<{ id: number; event: string; user_id: string | null }[]>(['audit']);
    expect(all.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['client.created', 'user.created', 'token.issued']),
    );
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
    expect((await json<object[]>(['audit', '--limit', '1']))[0]).toEqual(all[0]);
    expect((await json<object[]>(['audit', '--limit', '1', '--before', String(all[0]?.id)]))[0]).toEqual(all[1]);
    const ofUser = await json<typeof all>(['audit', '--user-id', 'tanaka', '--event', 'token.issued']);
    expect(ofUser).toEqual([expect.objectContaining({ event: 'token.issued', user_id: 'tanaka' })]);
    expect(await json(['audit', '--address', '203.0.113.7'])).toEqual([]);
    expect(await json(['audit', '--from', '2099-01-01'])).toEqual([]);
    expect(await json(['audit', '--from', '2020-01-01 00:00:00'])).toEqual(all);
    const forPeople = await workplace.tpctl(['audit'], { env });
    expect(forPeople.stdout).toMatch(/^ID .*DETAIL\n(.*\n)+$/);
    expect(forPeople.stdout).not.toContain('correct horse');
  });

  it('refuses a moment that it cannot read', async () => {
    expect(await workplace.tpctl(['audit', '--from', 'yesterday'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^tpctl: --from yesterday: expected [^\n]*\n$/),
    });
  });
});
