import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { decodeProtectedHeader } from 'jose';
import {
  AccessTokenVerifier,
  defaultAuthSettings,
  introspect,
  issueByCredentials,
  readRevocations,
  runHousekeeping,
} from '../src/index.js';
import { authSchema, openAuthServer } from '../src/typeorm/index.js';
import { aRequest, auditedEvents, issueOrReissue, makeWorld, password, refusal, type World } from './auth-world.js';

function signIn(world: World, server = world.server) {
  const fields = { ...world.clientFields, user_id: world.user.userId, user_password: password };
  return issueByCredentials(server, aRequest(fields));
}

function verifierOf({ server, clock }: World): AccessTokenVerifier {
  const { issuer, audience } = server.settings;
  return new AccessTokenVerifier({ issuer, audience, keys: server.keys, clock, cacheSize: 0 });
}

async function count(database: Database, table: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`);
  return row?.count ?? 0;
}

describeDatabases('administration', [authSchema], (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  describe('clients', () => {
    it('come with a secret of 256 bits that is told once and stored as a hash', async () => {
      const world = await makeWorld(database);
      expect(world.clientSecret).toMatch(/^[\w-]{43}$/);
      expect(Object.keys(world.client)).not.toContain('secretHash');
      const rows = await database.query('SELECT * FROM auth_client');
      expect(JSON.stringify(rows)).not.toContain(world.clientSecret);
    });

    it('are listed, disabled, enabled and deleted', async () => {
      const world = await makeWorld(database);
      const { clients } = world.administration;
      const { clientId } = world.client;
      expect((await clients.list()).map((client) => client.clientId)).toContain(clientId);
      expect(await clients.disable(clientId)).toMatchObject({ disabledAt: world.clock.now() });
      expect(await refusal(signIn(world))).toMatchObject({ code: 'invalid_client' });
      expect(await clients.enable(clientId)).toMatchObject({ disabledAt: undefined });
      await signIn(world);
      await clients.delete(clientId);
      expect(await refusal(clients.get(clientId))).toMatchObject({ code: 'unknown-client' });
      expect(await refusal(signIn(world))).toMatchObject({ code: 'invalid_client' });
      expect(await auditedEvents(world)).toEqual(
        expect.arrayContaining(['client.created', 'client.disabled', 'client.enabled', 'client.deleted']),
      );
    });

    it.each([
      ['an empty name', { name: '' }, 'value-invalid'],
      ['a long name', { name: 'a'.repeat(101) }, 'value-invalid'],
      ['half a character', { name: '\ud842' }, 'value-invalid'],
      [
        'a long callback',
        { name: 'a', redirectUris: [`https://a.example/${'a'.repeat(2_000)}`] },
        'redirect-uri-invalid',
      ],
      ['control characters', { name: 'a\nb' }, 'value-invalid'],
      ['an http callback', { name: 'a', redirectUris: ['http://client.example/'] }, 'redirect-uri-invalid'],
      ['a strange id', { name: 'a', clientId: 'a b' }, 'value-invalid'],
      ['a short secret', { name: 'a', clientSecret: 'short' }, 'value-invalid'],
    ])('are refused with %s', async (_what, values, code) => {
      const world = await makeWorld(database);
      expect(await refusal(world.administration.clients.create(values))).toMatchObject({ code });
    });

    it('have ids of their own', async () => {
      const world = await makeWorld(database);
      const again = world.administration.clients.create({ name: 'a', clientId: world.client.clientId });
      expect(await refusal(again)).toMatchObject({ code: 'client-exists' });
    });

    it('can be rotated only where there is one, and not for ever', async () => {
      const { administration, client } = await makeWorld(database);
      const { clients } = administration;
      expect(await refusal(clients.rotateSecret('nobody'))).toMatchObject({ code: 'unknown-client' });
      const forever = clients.rotateSecret(client.clientId, { overlapSeconds: 1e9 });
      expect(await refusal(forever)).toMatchObject({ code: 'value-invalid' });
    });
  });

  describe('users', () => {
    it('are unlocked by an operator', async () => {
      const world = await makeWorld(database);
      const { userId } = world.user;
      const wrong = { ...world.clientFields, user_id: userId, user_password: 'wrong' };
      for (let attempt = 0; attempt < 10; attempt++) await refusal(issueByCredentials(world.server, aRequest(wrong)));
      expect(await refusal(signIn(world))).toMatchObject({ code: 'throttled' });
      const other = { ...wrong, user_id: `another-${userId}` };
      for (let attempt = 0; attempt < 9; attempt++) await refusal(issueByCredentials(world.server, aRequest(other)));
      await world.administration.users.unlock(userId);
      expect((await signIn(world)).tokenType).toBe('Bearer');
      await refusal(issueByCredentials(world.server, aRequest(other)));
      expect(await refusal(issueByCredentials(world.server, aRequest(other)))).toMatchObject({ code: 'throttled' });
    });

    it('keep their password elsewhere than in a table', async () => {
      await makeWorld(database);
      expect(JSON.stringify(await database.query('SELECT * FROM auth_user'))).not.toContain(password);
    });

    it.each([
      ['a short password', { password: '1234567' }, 'password-too-short'],
      ['a short password of wide characters', { password: '𠮷'.repeat(7) }, 'password-too-short'],
      ['a long password', { password: 'a'.repeat(1_025) }, 'password-too-long'],
      ['a long password of wide characters', { password: '𠮷'.repeat(1_025) }, 'password-too-long'],
      ['a long member code', { memberCode: '123456789' }, 'value-invalid'],
      ['a long ID', { userId: '𠮷'.repeat(129) }, 'value-invalid'],
      ['an empty ID', { userId: '' }, 'value-invalid'],
    ])('are refused with %s', async (_what, change, code) => {
      const { administration } = await makeWorld(database);
      const values = { userId: 'somebody', memberCode: '1', password, ...change };
      expect(await refusal(administration.users.create(values))).toMatchObject({ code });
    });

    it('have values as long as they may be, counted in characters', async () => {
      const world = await makeWorld(database);
      const [userId, name, longest] = ['𠮷'.repeat(128), '𠮷'.repeat(100), '𠮷'.repeat(1_024)];
      const { clients, users } = world.administration;
      const { client, clientSecret } = await clients.create({ name });
      await users.create({ userId, memberCode: '𠮷'.repeat(8), password: longest, name: '𠮷'.repeat(200) });
      const fields = { client_id: client.clientId, client_secret: clientSecret, user_id: userId };
      const signInWith = (user_password: string) =>
        issueByCredentials(world.server, aRequest({ ...fields, user_password }));
      expect(await signInWith(longest)).toMatchObject({ tokenType: 'Bearer' });
      expect(await refusal(signInWith(`${longest}𠮷`))).toMatchObject({ code: 'invalid_grant' });
      expect(await refusal(signInWith('𠮷'.repeat(1_023)))).toMatchObject({ code: 'invalid_grant' });
    });

    it('that do not exist are named in the refusal', async () => {
      const { users } = (await makeWorld(database)).administration;
      const attempts = [
        () => users.get('nobody'),
        () => users.disable('nobody'),
        () => users.setPassword('nobody', password),
        () => users.unlock('nobody'),
        () => users.delete('nobody'),
      ];
      for (const attempt of attempts) {
        expect(await refusal(attempt())).toEqual({ code: 'unknown-user', message: 'There is no user nobody' });
      }
    });
  });

  describe('an attacker', () => {
    it('cannot lock a user out of the places the user is known at', async () => {
      const world = await makeWorld(database);
      const at = (address: string, user_password: string) => {
        const fields = { ...world.clientFields, user_id: world.user.userId, user_password };
        return refusal(issueByCredentials(world.server, aRequest(fields, { address })));
      };
      await at('198.51.100.1', password);
      for (let attempt = 0; attempt < 12; attempt++) await at('203.0.113.9', 'guess');
      expect(await at('203.0.113.9', 'guess')).toMatchObject({ code: 'throttled' });
      expect(await at('192.0.2.77', password)).toMatchObject({ code: 'throttled' });
      expect(await at('198.51.100.1', password)).toEqual({});
      for (let attempt = 0; attempt < 10; attempt++) await at('198.51.100.1', 'guess');
      expect(await at('198.51.100.1', password)).toMatchObject({ code: 'throttled' });
      await world.administration.users.unlock(world.user.userId);
      expect(await at('198.51.100.1', password)).toEqual({});
      expect(await at('192.0.2.77', password)).toEqual({});
    });
  });

  describe('grants', () => {
    it('are listed and ended', async () => {
      const world = await makeWorld(database);
      const { grants } = world.administration;
      const { refreshToken } = await signIn(world);
      await signIn(world);
      const { userId } = world.user;
      const listed = await grants.list({ userId, clientId: world.client.clientId });
      expect(listed).toHaveLength(2);
      expect(Object.keys(listed[0] ?? {})).not.toContain('refreshHash');
      for (const { grantId } of listed) expect(await grants.end(grantId)).toMatchObject({ endReason: 'operator' });
      expect(await grants.list({ userId })).toEqual([]);
      expect(await grants.list({ userId, includeEnded: true })).toHaveLength(2);
      const fields = { ...world.clientFields, grant_type: 'refresh_token', refresh_token: refreshToken };
      const again = issueOrReissue(world.server, aRequest(fields, { query: { realm: '/api' } }));
      expect(await refusal(again)).toMatchObject({ code: 'invalid_grant' });
      expect(await refusal(grants.end('nothing'))).toMatchObject({ code: 'unknown-grant' });
    });
  });

  describe('keys', () => {
    it('are rotated without a valid token ever being refused', async () => {
      const world = await makeWorld(await open());
      const { keys } = world.administration;
      const verifier = verifierOf(world);
      const before = await signIn(world);
      const states = async () => (await keys.list()).map(({ state }) => state).toSorted();
      expect(await states()).toEqual(['active', 'next']);
      const [formerNext] = (await keys.list()).filter(({ state }) => state === 'next');
      await keys.rotate();
      expect(await states()).toEqual(['active', 'next', 'retired']);
      world.clock.advanceSeconds(5);
      const after = await signIn(world);
      expect(decodeProtectedHeader(after.accessToken).kid).toBe(formerNext?.keyId);
      for (const { accessToken } of [before, after]) await verifier.verify(accessToken);
      expect(await refusal(keys.rotate())).toMatchObject({ code: 'key-not-ready', retryAfterSeconds: 25 });
      world.clock.advanceSeconds(25);
      await keys.rotate();
      world.clock.advanceSeconds(1_000);
      await runHousekeeping(world.server);
      expect(await states()).toEqual(['active', 'next']);
    });

    it.each([
      ['active', ['active', 'next', 'withdrawn']],
      ['next', ['active', 'next', 'withdrawn']],
      ['retired', ['active', 'next', 'withdrawn']],
    ])(
      'are withdrawn when they are %s: nothing they signed is valid, and there is one that signs',
      async (state, left) => {
        const world = await makeWorld(await open());
        const { keys } = world.administration;
        const before = await signIn(world);
        if (state === 'retired') {
          world.clock.advanceSeconds(30);
          await keys.rotate();
        }
        const listed = await keys.list();
        const keyId = listed.find((key) => key.state === state)?.keyId ?? '';
        const successor = listed.find((key) => key.state === (state === 'active' ? 'next' : 'active'))?.keyId;
        const signed = decodeProtectedHeader(before.accessToken).kid === keyId;
        const fields = { ...world.clientFields, token: before.accessToken };
        expect(await introspect(world.server, aRequest(fields))).toMatchObject({ active: true });

        const after = await keys.withdraw(keyId);

        expect(after.map((key) => key.state).toSorted()).toEqual(left);
        expect(after.find((key) => key.state === 'active')?.keyId).toBe(successor);
        world.clock.advanceSeconds(1);
        expect(await introspect(world.server, aRequest(fields))).toMatchObject({ active: !signed });
        expect((await world.server.keys.keySet()).keys.map(({ kid }) => kid)).not.toContain(keyId);
        expect((await readRevocations(world.server, 0)).withdrawnKeys).toEqual([keyId]);
        const again = await signIn(world);
        expect(decodeProtectedHeader(again.accessToken).kid).not.toBe(keyId);
        await verifierOf(world).verify(again.accessToken);
        const [record] = await world.administration.audit.list({ event: 'key.withdrawn' });
        expect(record).toMatchObject({ outcome: 'success', detail: { key: keyId } });
        expect(await refusal(keys.withdraw(keyId))).toMatchObject({ code: 'unknown-key' });
        expect(await refusal(keys.withdraw('nothing'))).toMatchObject({ code: 'unknown-key' });
      },
    );

    it('are withdrawn with their private half, and named until everybody has forgotten them', async () => {
      const fresh = await open();
      const world = await makeWorld(fresh);
      const keyId = (await world.server.keys.signatureKey()).keyId;
      await world.administration.keys.withdraw(keyId);
      const [row] = await fresh.query<{ sealed: Uint8Array }>(
        'SELECT sealed_private_key AS sealed FROM auth_signing_key WHERE key_id = $1',
        [keyId],
      );
      expect(row?.sealed).toHaveLength(0);
      world.clock.advanceSeconds(30 * 86_400);
      await runHousekeeping(world.server);
      expect(await world.server.keys.withdrawnKeyIds()).toEqual([keyId]);
      world.clock.advanceSeconds(1);
      await runHousekeeping(world.server);
      expect(await world.server.keys.withdrawnKeyIds()).toEqual([]);
    });

    it('are withdrawn, all of them at once, without ever leaving none that signs', async () => {
      const world = await makeWorld(await open());
      const { keys } = world.administration;
      for (let round = 0; round < 5; round++) {
        const withdrawals = (await keys.list()).map(({ keyId }) => keys.withdraw(keyId));
        await Promise.allSettled([...withdrawals, keys.rotate({ force: true }), keys.rotate({ force: true })]);
        const states = (await keys.list()).map(({ state }) => state).filter((state) => state !== 'withdrawn');
        expect(states.filter((state) => state !== 'retired').toSorted()).toEqual(['active', 'next']);
      }
    });

    it('that were withdrawn do not come back with the answer of a reissue', async () => {
      const world = await makeWorld(await open());
      const { refreshToken } = await signIn(world);
      const fields = { ...world.clientFields, grant_type: 'refresh_token', refresh_token: refreshToken };
      const reissue = () => issueOrReissue(world.server, aRequest(fields, { query: { realm: '/api' } }));
      const answer = await reissue();
      await world.administration.keys.withdraw(String(decodeProtectedHeader(answer.accessToken).kid));
      world.clock.advanceSeconds(1);
      const repeated = await reissue();
      expect(repeated.refreshToken).toBe(answer.refreshToken);
      await verifierOf(world).verify(repeated.accessToken);
    });

    it('are made once, however many servers start', async () => {
      const fresh = await open();
      const settings = { ...defaultAuthSettings, issuer: 'https://auth.example' };
      const secretKey = 'a secret key that only tests use, of enough length';
      const servers = Array.from({ length: 4 }, () => openAuthServer(fresh, { secretKey, settings }));
      await Promise.all(servers.map(({ keys }) => keys.ensureKeys({ address: 'local' })));
      expect(await count(fresh, 'auth_signing_key')).toBe(2);
    });

    it('cannot be opened with another secret key', async () => {
      const world = await makeWorld(await open());
      const settings = { ...defaultAuthSettings, issuer: 'https://auth.example' };
      const secretKey = 'another secret key, of enough length as well';
      const other = openAuthServer(database, { secretKey, settings });
      expect(world.server.keys).toBeDefined();
      await expect(other.keys.signatureKey()).rejects.toMatchObject({ code: 'secret-key-wrong' });
    });
  });

  describe('the revocation feed', () => {
    it('tells of every end, in order, without naming anybody', async () => {
      const world = await makeWorld(database);
      const { administration, server, user } = world;
      const start = (await readRevocations(server, 0)).position;
      await signIn(world);
      const [grant] = await administration.grants.list({ userId: user.userId });
      await administration.grants.end(grant?.grantId ?? '');
      await administration.users.disable(user.userId);
      await administration.clients.disable(world.client.clientId);
      const page = await readRevocations(server, start);
      expect(page).toEqual({
        position: start + 3,
        more: false,
        keepSeconds: 360,
        revocations: [null, 1, world.client.generation].map((upToGeneration) => [
          expect.stringMatching(/^[\w-]{43}$/),
          world.clock.now(),
          upToGeneration,
        ]),
        withdrawnKeys: [],
      });
      expect((await readRevocations(server, page.position)).revocations).toEqual([]);
      expect((await readRevocations(server, page.position + 1_000)).revocations.length).toBeGreaterThanOrEqual(3);
    });
  });

  describe('the audit log', () => {
    it('cannot be changed', async () => {
      await makeWorld(database);
      await expect(database.execute("UPDATE auth_audit SET event = 'nothing'")).rejects.toThrow('append-only');
    });

    it('never holds what was typed for an unknown user', async () => {
      const world = await makeWorld(database);
      const fields = { ...world.clientFields, user_id: 'my-own-password', user_password: 'my-own-password' };
      await refusal(issueByCredentials(world.server, aRequest(fields)));
      const records = await world.administration.audit.list({ clientId: world.client.clientId });
      expect(records[0]).toMatchObject({ event: 'user.refused', outcome: 'refused', address: '192.0.2.1' });
      expect(JSON.stringify(records)).not.toContain('my-own-password');
    });

    it('is read page by page, newest first', async () => {
      const world = await makeWorld(database);
      for (let round = 0; round < 3; round++) await signIn(world);
      const query = { clientId: world.client.clientId, limit: 2 };
      const first = await world.administration.audit.list(query);
      const second = await world.administration.audit.list({ ...query, before: first[1]?.id });
      expect([...first, ...second].map(({ event }) => event)).toEqual([
        'token.issued',
        'token.issued',
        'token.issued',
        'client.created',
      ]);
    });
  });

  describe('housekeeping', () => {
    it('removes what has ended, and nothing else', async () => {
      const fresh = await open();
      const world = await makeWorld(fresh);
      const wrong = { ...world.clientFields, user_id: 'nobody', user_password: 'wrong' };
      for (let round = 0; round < 600; round += 100) {
        await Promise.all(Array.from({ length: 100 }, () => signIn(world)));
      }
      await refusal(issueByCredentials(world.server, aRequest(wrong)));
      expect(await runHousekeeping(world.server)).toMatchObject({
        'expired-grants': 0,
        attempts: 0,
        'audit-records': 0,
      });
      world.clock.advanceSeconds(32 * 86_400);
      const { refreshToken } = await signIn(world);
      expect(await runHousekeeping(world.server)).toMatchObject({
        'expired-grants': 600,
        attempts: 2,
        'audit-records': 0,
      });
      expect(await count(fresh, 'auth_grant')).toBe(1);
      expect(refreshToken).toBeDefined();
      world.clock.advanceSeconds(401 * 86_400);
      await runHousekeeping(world.server);
      for (const table of ['auth_grant', 'auth_audit', 'auth_attempt', 'auth_known_place']) {
        expect(await count(fresh, table)).toBe(0);
      }
    });

    it('makes the cached answer of a reissue unreadable for good', async () => {
      const fresh = await open();
      const world = await makeWorld(fresh);
      const { refreshToken } = await signIn(world);
      const fields = { ...world.clientFields, grant_type: 'refresh_token', refresh_token: refreshToken };
      await issueOrReissue(world.server, aRequest(fields, { query: { realm: '/api' } }));
      const answers = () => fresh.query('SELECT 1 FROM auth_grant WHERE sealed_answer IS NOT NULL');
      await runHousekeeping(world.server);
      expect(await answers()).toHaveLength(1);
      world.clock.advanceSeconds(121);
      await runHousekeeping(world.server);
      expect(await answers()).toHaveLength(0);
    });
  });
});
