import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { rights } from '@trading-platform/domain-types';
import {
  AccessTokenVerifier,
  type AuthError,
  defaultAuthSettings,
  fixedScope,
  issueByCredentials,
  type PasswordHasher,
  runHousekeeping,
} from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, auditedEvents, makeWorld, password, refusal, type World } from './auth-world.js';

const fields = (world: World) => ({ ...world.clientFields, user_id: world.user.userId, user_password: password });

const wrong = (world: World, userId = world.user.userId, address = '192.0.2.1') =>
  refusal(
    issueByCredentials(
      world.server,
      aRequest({ ...fields(world), user_id: userId, user_password: 'wrong' }, { address }),
    ),
  );
const codes = (answers: readonly { code: string | undefined }[], code: string) =>
  answers.filter((answer) => answer.code === code).length;

/** Makes a second client, with which the user has never signed in. */
async function anotherClient({ administration }: World) {
  const { client, clientSecret } = await administration.clients.create({ name: 'Another' });
  return { client_id: client.clientId, client_secret: clientSecret };
}

class CountingHasher implements PasswordHasher {
  verified = 0;
  generation = 1;

  async hash(text: string): Promise<string> {
    return `${this.generation}:${text.length}:${text.at(-1)}`;
  }

  async verify(hash: string, text: string): Promise<boolean> {
    this.verified++;
    return hash.slice(2) === `${text.length}:${text.at(-1)}`;
  }

  isOutdated(hash: string): boolean {
    return !hash.startsWith(String(this.generation));
  }
}

describeDatabases('credentials flow', [authSchema], (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it('answers with tokens that verify and name user, member and client', async () => {
    const world = await makeWorld(database);
    const { server, clock, client, user } = world;

    const tokens = await issueByCredentials(server, aRequest(fields(world)));

    expect(tokens).toMatchObject({ scope: fixedScope, expiresInSeconds: 300, tokenType: 'Bearer' });
    const { issuer, audience } = server.settings;
    const verifier = new AccessTokenVerifier({ issuer, audience, keys: server.keys, clock });
    expect(await verifier.verify(tokens.accessToken)).toEqual({
      subject: user.subject,
      clientId: client.clientId,
      memberCode: '10000001',
      rights,
      scope: fixedScope,
      tokenId: expect.any(String),
      issuedAt: clock.now() / 1000,
      expiresAt: clock.now() / 1000 + 300,
    });
    expect(await auditedEvents(world)).toEqual(['client.created', 'user.created', 'token.issued']);
  });

  describe('one text, two spellings', () => {
    const composed = 'caf\u00e9 au lait';
    const decomposed = 'cafe\u0301\u3000au\u00a0lait';
    const user = { memberCode: '10000001' };

    it.each([
      [composed, decomposed],
      [decomposed, composed],
    ])('the password %j is right when %j is typed, and never a guess', async (set, typed) => {
      const world = await makeWorld(database);
      await world.administration.users.setPassword(world.user.userId, set);
      for (let time = 0; time < 12; time++) await signIn(world, world.user.userId, typed);
      expect(await auditedEvents(world)).not.toContain('user.refused');
    });

    it('is one guess, and costs as much for an unknown user as for a known one', async () => {
      const hasher = new CountingHasher();
      const world = await makeWorld(database, {}, hasher);
      const costs: number[] = [];
      for (const [userId, typed] of [
        [world.user.userId, 'wrong'],
        ['nobody', 'wrong'],
        [world.user.userId, 'wro\u0301ng'],
        ['nobody', 'wro\u0301ng'],
      ] as const) {
        const before = hasher.verified;
        expect(await refusal(signIn(world, userId, typed))).toMatchObject({ code: 'invalid_grant' });
        costs.push(hasher.verified - before);
      }
      expect(costs).toEqual([1, 1, 1, 1]);
      const refused = (await auditedEvents(world)).filter((event) => event === 'user.refused');
      expect(refused).toHaveLength(4);
    });

    it('finds the login ID in every width and with blanks around it, but not in another case', async () => {
      const world = await makeWorld(database);
      const { users } = world.administration;
      expect((await users.create({ ...user, userId: 'ｄｅｍｏ－１', password })).userId).toBe('demo-1');
      for (const typed of ['demo-1', 'ｄｅｍｏ－１', ' demo-1 ', 'demo\u200b-1']) await signIn(world, typed, password);
      expect(await refusal(signIn(world, 'Demo-1', password))).toMatchObject({ code: 'invalid_grant' });
      const again = { ...user, userId: 'demo－1', password };
      expect(await refusal(users.create(again))).toMatchObject({ code: 'user-exists' });
      expect(await users.get('ｄｅｍｏ－１')).toMatchObject({ userId: 'demo-1' });
      await users.disable('ｄｅｍｏ－１');
      expect(await refusal(signIn(world, 'demo-1', password))).toMatchObject({ code: 'invalid_grant' });
      await users.delete('ｄｅｍｏ－１');
      expect(await refusal(users.get('demo-1'))).toMatchObject({ code: 'unknown-user' });
    });

    it('counts the wrong passwords of all spellings of a login ID together', async () => {
      const world = await makeWorld(database);
      await world.administration.users.create({ ...user, userId: 'suzuki-7', password });
      const spellings = ['suzuki-7', 'ｓｕｚｕｋｉ－７', ' suzuki-7', 'suzuki\u200b-7', 'ｓuzuki-7'];
      const answers = [];
      for (let time = 0; time < 11; time++) answers.push(await wrong(world, spellings[time % spellings.length]));
      expect([codes(answers, 'invalid_grant'), codes(answers, 'throttled')]).toEqual([10, 1]);
      await world.administration.users.unlock('ｓｕｚｕｋｉ－７');
      await signIn(world, 'suzuki-7', password);
    });
  });

  it('refuses a wrong password, an unknown user and a disabled one alike', async () => {
    const world = await makeWorld(database);
    const { server, administration } = world;
    await administration.users.create({ userId: 'taro', memberCode: '10000001', password });
    await administration.users.disable('taro');
    const answers = [
      await refusal(issueByCredentials(server, aRequest({ ...fields(world), user_password: 'wrong' }))),
      await refusal(issueByCredentials(server, aRequest({ ...fields(world), user_id: 'nobody' }))),
      await refusal(issueByCredentials(server, aRequest({ ...fields(world), user_id: 'taro' }))),
    ];
    const expected = { code: 'invalid_grant', message: 'User ID or password is wrong' };
    expect(answers).toEqual([expected, expected, expected]);
  });

  it.each([
    ['no client', { client_id: '', client_secret: '' }, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['no user', { user_id: '' }, 'invalid_request'],
    ['no password', { user_password: '' }, 'invalid_request'],
    ['another realm', { realm: '/other' }, 'invalid_request'],
    ['another response type', { response_type: 'yaml' }, 'invalid_request'],
  ])('refuses %s', async (_what, change, code) => {
    const world = await makeWorld(database);
    const body = Object.fromEntries(
      Object.entries({ ...fields(world), ...change }).filter(([, value]) => value !== ''),
    );
    expect(await refusal(issueByCredentials(world.server, aRequest(body)))).toMatchObject({ code });
  });

  it('tells operators why a client is refused', async () => {
    const world = await makeWorld(database);
    const reasonFor = async (change: object) => {
      const issuing = issueByCredentials(world.server, aRequest({ ...fields(world), ...change }));
      return issuing.then(() => 'served').catch((error: AuthError) => error.privateDetail);
    };
    expect(await reasonFor({ client_id: 'nobody' })).toBe('unknown client');
    expect(await reasonFor({ client_secret: 'wrong' })).toBe('wrong secret');
    await world.administration.clients.disable(world.client.clientId);
    expect(await reasonFor({})).toBe('disabled client');
  });

  it('refuses a password in the query', async () => {
    const world = await makeWorld(database);
    const request = aRequest(fields(world), { query: { user_password: password } });
    expect(await refusal(issueByCredentials(world.server, request))).toMatchObject({ code: 'invalid_request' });
  });

  it('refuses a client that may not use this flow, and a disabled one', async () => {
    const world = await makeWorld(database);
    const { clients } = world.administration;
    const other = await clients.create({ name: 'Web only', credentialsFlow: false });
    const codeOnly = { client_id: other.client.clientId, client_secret: other.clientSecret };
    expect(await refusal(issueByCredentials(world.server, aRequest({ ...fields(world), ...codeOnly })))).toMatchObject({
      code: 'unauthorized_client',
    });
    await clients.disable(world.client.clientId);
    expect(await refusal(issueByCredentials(world.server, aRequest(fields(world))))).toMatchObject({
      code: 'invalid_client',
    });
  });

  it('takes both secrets of a client during a rotation, and the old one no longer afterwards', async () => {
    const world = await makeWorld(database);
    const { server, clock, administration, client } = world;
    const rotated = await administration.clients.rotateSecret(client.clientId, { overlapSeconds: 60 });
    const withNew = aRequest({ ...fields(world), client_secret: rotated.clientSecret });
    await issueByCredentials(server, aRequest(fields(world)));
    await issueByCredentials(server, withNew);
    clock.advanceSeconds(60);
    await issueByCredentials(server, withNew);
    expect(await refusal(issueByCredentials(server, aRequest(fields(world))))).toMatchObject({
      code: 'invalid_client',
    });
  });

  it('hashes once for a known user, an unknown one and a disabled one', async () => {
    const hasher = new CountingHasher();
    const world = await makeWorld(database, {}, hasher);
    const unknown = `nobody-${world.user.userId}`;
    for (const userId of [world.user.userId, unknown]) {
      hasher.verified = 0;
      await refusal(issueByCredentials(world.server, aRequest({ ...fields(world), user_id: userId })));
      expect(hasher.verified).toBe(1);
    }
    await world.administration.users.disable(world.user.userId);
    hasher.verified = 0;
    await refusal(issueByCredentials(world.server, aRequest(fields(world))));
    expect(hasher.verified).toBe(1);
  });

  it('gives an outdated hash the parameters of today, and only with the right password', async () => {
    const hasher = new CountingHasher();
    const world = await makeWorld(database, {}, hasher);
    hasher.generation++;
    await refusal(issueByCredentials(world.server, aRequest({ ...fields(world), user_password: 'wrong' })));
    expect((await world.server.users.find(world.user.userId))?.passwordHash).toMatch(/^1/);
    await issueByCredentials(world.server, aRequest(fields(world)));
    expect((await world.server.users.find(world.user.userId))?.passwordHash).toMatch(/^2/);
    await issueByCredentials(world.server, aRequest(fields(world)));
  });

  describe('failed attempts', () => {
    it.each(['a known', 'an unknown'])('count parallel attempts on %s user exactly, then lock', async (which) => {
      const world = await makeWorld(await open());
      const userId = which === 'a known' ? world.user.userId : 'nobody';
      const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(world, userId)));
      expect(codes(answers, 'invalid_grant')).toBe(10);
      expect(codes(answers, 'throttled')).toBe(20);
      expect(answers.find(({ code }) => code === 'throttled')).toMatchObject({ retryAfterSeconds: 60 });
    });

    it('keep out the right password while the lock lasts, and let it in afterwards', async () => {
      const world = await makeWorld(database);
      await Promise.all(Array.from({ length: 10 }, () => wrong(world)));
      const right = () => issueByCredentials(world.server, aRequest(fields(world)));
      expect(await refusal(right())).toMatchObject({ code: 'throttled', retryAfterSeconds: 60 });
      world.clock.advanceSeconds(60);
      expect((await right()).tokenType).toBe('Bearer');
      expect(await auditedEvents(world)).toContain('attempts.locked');
    });

    it('make each lock twice as long, up to an hour', async () => {
      const world = await makeWorld(database);
      const lengths: unknown[] = [];
      for (let round = 0; round < 8; round++) {
        await Promise.all(
          Array.from({ length: 10 }, (_, index) => wrong(world, world.user.userId, `192.0.2.${index}`)),
        );
        const { retryAfterSeconds } = await wrong(world);
        lengths.push(retryAfterSeconds);
        world.clock.advanceSeconds(retryAfterSeconds ?? 0);
      }
      expect(lengths).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
    });

    it('are forgotten after the window and after a success', async () => {
      const world = await makeWorld(database);
      for (let attempt = 0; attempt < 9; attempt++) await wrong(world);
      await issueByCredentials(world.server, aRequest(fields(world)));
      for (let attempt = 0; attempt < 9; attempt++) await wrong(world);
      world.clock.advanceSeconds(15 * 60);
      expect(await wrong(world)).toMatchObject({ code: 'invalid_grant' });
    });

    it('are judged in their order, the right password too: after ten wrong ones at once it learns nothing', async () => {
      const world = await makeWorld(database);
      const guesses = Array.from({ length: 63 }, () => wrong(world));
      const right = refusal(issueByCredentials(world.server, aRequest(fields(world))));
      expect(codes(await Promise.all(guesses), 'invalid_grant')).toBe(10);
      expect(await right).toMatchObject({ code: 'throttled' });
    });

    it('leave alone as many right passwords as come at once', async () => {
      const world = await makeWorld(database);
      const right = () => refusal(issueByCredentials(world.server, aRequest(fields(world))));
      expect(await Promise.all(Array.from({ length: 64 }, right))).toEqual(Array.from({ length: 64 }, () => ({})));
    });

    it('of strangers stay when the user signs in, and those of the own place go', async () => {
      const world = await makeWorld(database);
      const right = () => issueByCredentials(world.server, aRequest(fields(world)));
      const stranger = { ...fields(world), ...(await anotherClient(world)), user_password: 'wrong' };
      const guess = (address: string) => refusal(issueByCredentials(world.server, aRequest(stranger, { address })));
      for (let attempt = 0; attempt < 5; attempt++) await guess('203.0.113.1');
      await right();
      for (let attempt = 0; attempt < 4; attempt++) await guess('203.0.113.1');
      for (let attempt = 0; attempt < 9; attempt++) await wrong(world);
      await right();
      for (let attempt = 0; attempt < 9; attempt++) expect(await wrong(world)).toMatchObject({ code: 'invalid_grant' });
      expect(await guess('203.0.113.2')).toMatchObject({ code: 'invalid_grant' });
      expect(await guess('203.0.113.3')).toMatchObject({ code: 'throttled' });
      await right();
    });

    it('of strangers cannot lock a system out that shows its secret, wherever it moves', async () => {
      const world = await makeWorld(database, {
        attempts: { ...defaultAuthSettings.attempts, failuresPerClient: 3 },
      });
      const moved = '203.0.113.77';
      const right = (address?: string) =>
        refusal(issueByCredentials(world.server, aRequest(fields(world), address === undefined ? {} : { address })));
      const withWrongSecret = { ...fields(world), client_secret: 'wrong' };
      const outsider = { ...fields(world), ...(await anotherClient(world)), user_password: 'wrong' };
      expect(await right()).toEqual({});
      for (const body of [withWrongSecret, outsider]) {
        const guesses = Array.from({ length: 100 }, (_, user) =>
          refusal(issueByCredentials(world.server, aRequest({ ...body, user_id: `user-${user}` }, { address: moved }))),
        );
        await Promise.all(guesses);
      }
      for (let attempt = 0; attempt < 10; attempt++) {
        const guess = aRequest(outsider, { address: `203.0.113.${attempt}` });
        await refusal(issueByCredentials(world.server, guess));
      }
      const throttledAtHome = await refusal(issueByCredentials(world.server, aRequest(outsider, { address: moved })));
      expect(throttledAtHome).toMatchObject({ code: 'throttled' });
      expect(await right(moved)).toEqual({});
    });

    it('with a right client secret are bounded per address as all others are', async () => {
      const attempts = { ...defaultAuthSettings.attempts, failuresPerAddress: 5 };
      const world = await makeWorld(database, { attempts });
      await issueByCredentials(world.server, aRequest(fields(world)));
      const guesses = await Promise.all(Array.from({ length: 10 }, () => wrong(world)));
      expect(codes(guesses, 'invalid_grant')).toBe(5);
    });

    it.each([
      ['are remembered as long as they are used', 30, undefined],
      ['are forgotten after 90 days', 91, 'throttled'],
    ])('of strangers do not count for places that %s', async (_what, days, expected) => {
      const world = await makeWorld(database);
      const right = () => refusal(issueByCredentials(world.server, aRequest(fields(world))));
      expect(await right()).toEqual({});
      for (let passed = 0; passed < 91; passed += days) {
        world.clock.advanceSeconds(days * 86_400);
        await runHousekeeping(world.server);
        if (passed + days < 91) await right();
      }
      const stranger = { ...fields(world), ...(await anotherClient(world)), user_password: 'wrong' };
      for (let attempt = 0; attempt < 10; attempt++) {
        await refusal(issueByCredentials(world.server, aRequest(stranger, { address: '203.0.113.1' })));
      }
      expect((await right()).code).toBe(expected);
    });

    it('of a deleted user, and its places, are nothing to the next one of the same name', async () => {
      const world = await makeWorld(database);
      const { users } = world.administration;
      await issueByCredentials(world.server, aRequest(fields(world)));
      await users.delete(world.user.userId);
      await users.create({ userId: world.user.userId, memberCode: '10000001', password });
      for (let attempt = 0; attempt < 10; attempt++) await wrong(world, world.user.userId, '203.0.113.1');
      expect(await wrong(world)).toMatchObject({ code: 'throttled' });
    });

    it.each(['a known', 'an unknown'])(
      'of more strangers than are counted share counters, on %s user',
      async (which) => {
        const fresh = await open();
        const attempts = { ...defaultAuthSettings.attempts, countersAtMost: 40 };
        const world = await makeWorld(fresh, { attempts });
        await issueByCredentials(world.server, aRequest(fields(world)));
        const strangers = { ...fields(world), ...(await anotherClient(world)), user_password: 'wrong' };
        const guess = (user_id: string, nth: number) =>
          refusal(issueByCredentials(world.server, aRequest({ ...strangers, user_id }, { address: `10.0.0.${nth}` })));
        for (let nth = 0; nth < 100; nth++) await guess(`user-${nth}`, nth);
        const [row] = await fresh.query<{ size: number }>('SELECT COUNT(*) AS size FROM auth_attempt');
        expect(row?.size).toBeLessThanOrEqual(44);
        const target = which === 'a known' ? world.user.userId : 'nobody';
        expect(await guess(target, 250)).toMatchObject({ code: 'throttled' });
        expect(await refusal(issueByCredentials(world.server, aRequest(fields(world))))).toEqual({});
        world.clock.advanceSeconds(25 * 3_600);
        await runHousekeeping(world.server);
        world.clock.advanceSeconds(10);
        expect(await guess(target, 251)).toMatchObject({ code: 'invalid_grant' });
      },
    );

    it('lock an address after a hundred, whoever was tried, and leave others alone', async () => {
      const world = await makeWorld(database);
      for (let user = 0; user < 100; user++) await wrong(world, `user-${user}`);
      expect(await wrong(world, 'another')).toMatchObject({ code: 'throttled' });
      expect(await wrong(world, 'another', '192.0.2.2')).toMatchObject({ code: 'invalid_grant' });
    });

    it('are in the audit log with what was locked', async () => {
      const world = await makeWorld(await open());
      for (let place = 0; place < 10; place++) await wrong(world, world.user.userId, `203.0.113.${place}`);
      for (let user = 0; user < 100; user++) await wrong(world, `user-${user}`);
      const locks = await world.server.audit.list({ event: 'attempts.locked', limit: 10 });
      expect(locks.map(({ detail }) => detail)).toEqual([
        { what: 'address', seconds: 60, locks: 1 },
        { what: 'user', seconds: 60, locks: 1 },
      ]);
    });
  });
});

function signIn(world: World, user_id: string, user_password: string) {
  return issueByCredentials(world.server, aRequest({ ...fields(world), user_id, user_password }));
}
