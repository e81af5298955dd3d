import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { rights } from '@trading-platform/domain-types';
import { introspect, issueByCredentials, revoke } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import {
  aRequest,
  auditedEvents,
  authorize,
  callback,
  issueOrReissue,
  makeWorld,
  password,
  refusal,
  type World,
} from './auth-world.js';

const realm = { query: { realm: '/api' } };
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function authorizeClient(world: World, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const user = await world.administration.users.get(world.user.userId);
  return authorize(world.server, world.client, { user, authenticatedAt: world.clock.now() }, more);
}

function exchange(world: World, code: string, more: Readonly<Record<string, string>> = {}) {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, ...world.clientFields, ...more };
  return issueOrReissue(world.server, aRequest(fields, realm));
}

function reissue(world: World, refreshToken: string, more: Readonly<Record<string, string>> = {}) {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, ...world.clientFields, ...more };
  return issueOrReissue(world.server, aRequest(fields, realm));
}

async function isActive(world: World, token: string): Promise<boolean> {
  const { active } = await introspect(world.server, aRequest({ ...world.clientFields, token }));
  return active;
}

async function signIn(world: World) {
  const fields = { ...world.clientFields, user_id: world.user.userId, user_password: password };
  return issueByCredentials(world.server, aRequest(fields));
}

async function secondClient(world: World): Promise<Record<string, string>> {
  const other = await world.administration.clients.create({ name: 'Other', redirectUris: [callback] });
  return { client_id: other.client.clientId, client_secret: other.clientSecret };
}

const invalidGrant = expect.objectContaining({ code: 'invalid_grant' });

describeDatabases('grants', [authSchema], (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  describe('code exchange', () => {
    it('answers with tokens, with and without PKCE', async () => {
      const world = await makeWorld(database);
      const plain = await exchange(world, await authorizeClient(world));
      const code = await authorizeClient(world, { code_challenge: challenge, code_challenge_method: 'S256' });
      const proven = await exchange(world, code, { code_verifier: verifier });
      for (const tokens of [plain, proven]) expect(await isActive(world, tokens.accessToken)).toBe(true);
    });

    it.each([
      ['another redirect', { redirect_uri: `${callback}/` }],
      ['a verifier that nobody announced', { code_verifier: verifier }],
      ['an unknown code', { code: 'A'.repeat(43) }],
    ])('refuses %s, and the code stays good', async (_what, change) => {
      const world = await makeWorld(database);
      const code = await authorizeClient(world);
      expect(await refusal(exchange(world, code, change))).toEqual(invalidGrant);
      expect((await exchange(world, code)).tokenType).toBe('Bearer');
    });

    it.each([
      ['a missing verifier', {}],
      ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ])('refuses %s, and the code stays good', async (_what, change) => {
      const world = await makeWorld(database);
      const code = await authorizeClient(world, { code_challenge: challenge, code_challenge_method: 'S256' });
      expect(await refusal(exchange(world, code, change))).toEqual(invalidGrant);
      expect((await exchange(world, code, { code_verifier: verifier })).tokenType).toBe('Bearer');
    });

    it('refuses the code of another client, which neither uses it up nor ends what it brought', async () => {
      const world = await makeWorld(database);
      const other = await secondClient(world);
      const code = await authorizeClient(world);
      expect(await refusal(exchange(world, code, other))).toEqual(invalidGrant);
      const tokens = await exchange(world, code);
      expect(await refusal(exchange(world, code, other))).toEqual(invalidGrant);
      expect(await isActive(world, tokens.accessToken)).toBe(true);
    });

    it('refuses an expired code, and one of a user who was disabled meanwhile', async () => {
      const world = await makeWorld(database);
      const late = await authorizeClient(world);
      world.clock.advanceSeconds(120);
      expect(await refusal(exchange(world, late))).toEqual(invalidGrant);
      const code = await authorizeClient(world);
      await world.administration.users.disable(world.user.userId);
      expect(await refusal(exchange(world, code))).toEqual(invalidGrant);
    });

    it('refuses a code of a user who was disabled and enabled again', async () => {
      const world = await makeWorld(database);
      const code = await authorizeClient(world);
      await world.administration.users.disable(world.user.userId);
      await world.administration.users.enable(world.user.userId);
      expect(await refusal(exchange(world, code))).toEqual(invalidGrant);
      expect((await exchange(world, await authorizeClient(world))).tokenType).toBe('Bearer');
    });

    it('refuses the code of a client that was deleted and made again under its id', async () => {
      const world = await makeWorld(database);
      const { clients } = world.administration;
      const code = await authorizeClient(world);
      const { clientId } = world.client;
      await clients.delete(clientId);
      const again = await clients.create({ name: 'Again', redirectUris: [callback], clientId });
      const answer = exchange(world, code, { client_secret: again.clientSecret });
      expect(await refusal(answer)).toEqual(invalidGrant);
    });

    it('refuses a code that was given before the password was set anew', async () => {
      const world = await makeWorld(database);
      const code = await authorizeClient(world);
      world.clock.advanceSeconds(1);
      await world.administration.users.setPassword(world.user.userId, 'another password');
      expect(await refusal(exchange(world, code))).toEqual(invalidGrant);
    });

    it('ends the grant when a code comes again', async () => {
      const world = await makeWorld(database);
      const code = await authorizeClient(world);
      const tokens = await exchange(world, code);
      expect(await refusal(exchange(world, code))).toEqual(invalidGrant);
      expect(await isActive(world, tokens.accessToken)).toBe(false);
      expect(await refusal(reissue(world, tokens.refreshToken))).toEqual(invalidGrant);
      expect(await auditedEvents(world)).toContain('code.replayed');
    });

    it('lets exactly one of many simultaneous exchanges win, and the others end its grant', async () => {
      const world = await makeWorld(database);
      const code = await authorizeClient(world);
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => exchange(world, code)));
      const won = results.filter((result) => result.status === 'fulfilled');
      expect(won).toHaveLength(1);
      expect(await isActive(world, won[0]?.value.accessToken ?? '')).toBe(false);
    });

    it('is refused to a client without the code flow', async () => {
      const world = await makeWorld(database);
      const other = await world.administration.clients.create({ name: 'Batch', codeFlow: false });
      const fields = { client_id: other.client.clientId, client_secret: other.clientSecret };
      expect(await refusal(exchange(world, 'x', fields))).toMatchObject({ code: 'unauthorized_client' });
    });
  });

  describe('reissue', () => {
    it('replaces the refresh token and leaves the old access token to its own end', async () => {
      const world = await makeWorld(database);
      const first = await signIn(world);
      const second = await reissue(world, first.refreshToken);
      expect(second.refreshToken).not.toBe(first.refreshToken);
      expect(await isActive(world, first.accessToken)).toBe(true);
      expect(await isActive(world, second.accessToken)).toBe(true);
      expect(await isActive(world, first.refreshToken)).toBe(false);
      expect(await isActive(world, second.refreshToken)).toBe(true);
    });

    it('works for tokens of the code flow too, again and again', async () => {
      const world = await makeWorld(database);
      let tokens = await exchange(world, await authorizeClient(world));
      for (let round = 0; round < 5; round++) {
        world.clock.advanceSeconds(30 * 86_400);
        tokens = await reissue(world, tokens.refreshToken);
      }
      expect(await isActive(world, tokens.accessToken)).toBe(true);
    });

    it('gives the same answer again within the grace window, with the rest of its life', async () => {
      const world = await makeWorld(database);
      const { refreshToken } = await signIn(world);
      const answer = await reissue(world, refreshToken);
      world.clock.advanceSeconds(100);
      expect(await reissue(world, refreshToken)).toEqual({ ...answer, expiresInSeconds: 200 });
      expect(await auditedEvents(world)).toContain('token.reissue-repeated');
    });

    it('gives a new access token, but the same refresh token, when the old one is about to end', async () => {
      const world = await makeWorld(database, { accessTokenLifetimeSeconds: 100 });
      const { refreshToken } = await signIn(world);
      const answer = await reissue(world, refreshToken);
      world.clock.advanceSeconds(40);
      expect(await reissue(world, refreshToken)).toEqual({ ...answer, expiresInSeconds: 60 });
      world.clock.advanceSeconds(1);
      const again = await reissue(world, refreshToken);
      expect(again).toEqual({ ...answer, accessToken: expect.any(String), expiresInSeconds: 100 });
      expect(again.accessToken).not.toBe(answer.accessToken);
    });

    it.each([
      ['after the grace window', 120, {}],
      ['without a grace window', 0, { reissueGraceSeconds: 0 }],
    ])('ends the grant when a replaced refresh token returns %s', async (_when, seconds, settings) => {
      const world = await makeWorld(database, settings);
      const { refreshToken } = await signIn(world);
      const answer = await reissue(world, refreshToken);
      world.clock.advanceSeconds(seconds);
      expect(await refusal(reissue(world, refreshToken))).toEqual(invalidGrant);
      expect(await isActive(world, answer.accessToken)).toBe(false);
      expect(await refusal(reissue(world, answer.refreshToken))).toEqual(invalidGrant);
      expect(await auditedEvents(world)).toContain('refresh-token.replayed');
    });

    it('ends the grant when a replaced refresh token returns after its successor was presented', async () => {
      const world = await makeWorld(database);
      const first = await signIn(world);
      const second = await reissue(world, first.refreshToken);
      const third = await reissue(world, second.refreshToken);
      expect(await refusal(reissue(world, first.refreshToken))).toEqual(invalidGrant);
      expect(await isActive(world, third.accessToken)).toBe(false);
    });

    it('recognises a replay of a token that was replaced long ago', async () => {
      const world = await makeWorld(database);
      const first = await signIn(world);
      let tokens = first;
      for (let round = 0; round < 4; round++) tokens = await reissue(world, tokens.refreshToken);
      expect(await refusal(reissue(world, first.refreshToken))).toEqual(invalidGrant);
      expect(await isActive(world, tokens.accessToken)).toBe(false);
    });

    it('does not bring a revoked grant back within the grace window', async () => {
      const world = await makeWorld(database);
      const { refreshToken } = await signIn(world);
      const answer = await reissue(world, refreshToken);
      await revoke(world.server, aRequest({ ...world.clientFields, token: answer.refreshToken }));
      expect(await refusal(reissue(world, refreshToken))).toEqual(invalidGrant);
    });

    it('gives all simultaneous requests of one token the same successor', async () => {
      const world = await makeWorld(database);
      const { refreshToken } = await signIn(world);
      const answers = await Promise.all(Array.from({ length: 20 }, () => reissue(world, refreshToken)));
      expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
      expect(new Set(answers.map((answer) => answer.accessToken)).size).toBe(1);
    });

    it('refuses another client, which ends nothing', async () => {
      const world = await makeWorld(database);
      const other = await secondClient(world);
      const { refreshToken } = await signIn(world);
      expect(await refusal(reissue(world, refreshToken, other))).toEqual(invalidGrant);
      const answer = await reissue(world, refreshToken);
      world.clock.advanceSeconds(600);
      expect(await refusal(reissue(world, refreshToken, other))).toEqual(invalidGrant);
      expect((await reissue(world, answer.refreshToken)).tokenType).toBe('Bearer');
    });

    it.each([
      ['a forged token', (token: string) => `${token.slice(0, 60)}${token[60] === 'A' ? 'B' : 'A'}${token.slice(61)}`],
      ['a shortened token', (token: string) => token.slice(0, -1)],
      ['a token with more behind it', (token: string) => `${token}A`],
      ['an access token', () => 'a.b.c'],
    ])('refuses %s, which ends nothing', async (_what, change) => {
      const world = await makeWorld(database);
      const { refreshToken } = await signIn(world);
      expect(await refusal(reissue(world, change(refreshToken)))).toEqual(invalidGrant);
      expect((await reissue(world, refreshToken)).tokenType).toBe('Bearer');
    });

    it('refuses an expired refresh token', async () => {
      const world = await makeWorld(database);
      const { refreshToken } = await signIn(world);
      world.clock.advanceSeconds(31 * 86_400);
      expect(await refusal(reissue(world, refreshToken))).toEqual(invalidGrant);
    });

    it.each([
      ['the user is disabled', (world: World) => world.administration.users.disable(world.user.userId)],
      ['the user is deleted', (world: World) => world.administration.users.delete(world.user.userId)],
      [
        'the password is set',
        (world: World) => world.administration.users.setPassword(world.user.userId, 'another password'),
      ],
    ])('is over once %s', async (_what, change) => {
      const world = await makeWorld(database);
      const { accessToken, refreshToken } = await signIn(world);
      await change(world);
      expect(await refusal(reissue(world, refreshToken))).toEqual(invalidGrant);
      expect(await isActive(world, accessToken)).toBe(false);
    });

    it('takes the whole scope in any order, and no other', async () => {
      const world = await makeWorld(database);
      const { refreshToken } = await signIn(world);
      const narrow = reissue(world, refreshToken, { scope: 'openid' });
      expect(await refusal(narrow)).toMatchObject({ code: 'invalid_scope' });
      const whole = reissue(world, refreshToken, { scope: 'qualified email profile openid' });
      expect((await whole).scope).toBe('openid profile email qualified');
    });
  });

  describe('revocation', () => {
    it('ends the grant of a refresh token, newest or replaced', async () => {
      const world = await makeWorld(database);
      const first = await signIn(world);
      const second = await reissue(world, first.refreshToken);
      await revoke(world.server, aRequest({ ...world.clientFields, token: first.refreshToken }));
      expect(await isActive(world, second.accessToken)).toBe(false);
    });

    it('ends one access token alone', async () => {
      const world = await makeWorld(database);
      const { accessToken, refreshToken } = await signIn(world);
      await revoke(
        world.server,
        aRequest({ ...world.clientFields, token: accessToken, token_type_hint: 'refresh_token' }),
      );
      expect(await isActive(world, accessToken)).toBe(false);
      expect((await reissue(world, refreshToken)).tokenType).toBe('Bearer');
    });

    it('takes what is unknown as done, and refuses the token of another client', async () => {
      const world = await makeWorld(database);
      const other = await secondClient(world);
      const { accessToken, refreshToken } = await signIn(world);
      await revoke(world.server, aRequest({ ...world.clientFields, token: 'unknown' }));
      for (const token of [accessToken, refreshToken]) {
        expect(await refusal(revoke(world.server, aRequest({ ...other, token })))).toEqual(invalidGrant);
        expect(await isActive(world, token)).toBe(true);
      }
    });
  });

  describe('introspection', () => {
    it('tells the owner what a token is good for', async () => {
      const world = await makeWorld(database);
      const { accessToken } = await signIn(world);
      const state = await introspect(world.server, aRequest({ ...world.clientFields, token: accessToken }));
      expect(state).toEqual({
        active: true,
        kind: 'access',
        tokenId: expect.any(String),
        clientId: world.client.clientId,
        scope: 'openid profile email qualified',
        user: expect.objectContaining({ userId: world.user.userId }),
        subject: world.user.subject,
        memberCode: '10000001',
        rights,
        issuedAt: world.clock.now() / 1000,
        expiresAt: world.clock.now() / 1000 + 300,
      });
    });

    it.each(['token', 'token_type_hint', 'client_id', 'client_secret'])('refuses %s in the query', async (name) => {
      const world = await makeWorld(database);
      const { refreshToken: token } = await signIn(world);
      const request = aRequest({ ...world.clientFields, token }, { query: { [name]: 'x' } });
      for (const call of [introspect, revoke]) {
        expect(await refusal(call(world.server, request))).toMatchObject({ code: 'invalid_request' });
      }
      expect(await isActive(world, token)).toBe(true);
    });

    it('tells nothing about the tokens of a disabled user, not even where they were not ended with it', async () => {
      const world = await makeWorld(database);
      const { accessToken, refreshToken } = await signIn(world);
      await database.execute('UPDATE auth_user SET disabled_at = 1 WHERE user_id = $1', [world.user.userId]);
      for (const token of [accessToken, refreshToken]) expect(await isActive(world, token)).toBe(false);
    });

    it('tells nothing about expired, foreign and unknown tokens', async () => {
      const world = await makeWorld(database);
      const other = await secondClient(world);
      const { accessToken, refreshToken } = await signIn(world);
      for (const token of [accessToken, refreshToken, 'unknown']) {
        expect(await introspect(world.server, aRequest({ ...other, token }))).toEqual({ active: false });
      }
      world.clock.advanceSeconds(299);
      expect(await isActive(world, accessToken)).toBe(true);
      world.clock.advanceSeconds(1);
      expect(await isActive(world, accessToken)).toBe(false);
      world.clock.advanceSeconds(31 * 86_400 - 301);
      expect(await isActive(world, refreshToken)).toBe(true);
      world.clock.advanceSeconds(1);
      expect(await isActive(world, refreshToken)).toBe(false);
    });
  });
});
