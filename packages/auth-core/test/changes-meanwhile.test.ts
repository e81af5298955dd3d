import { beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import {
  type AuthServer,
  checkPassword,
  findSignedIn,
  issueByCredentials,
  type KeyRing,
  startSession,
} from '../src/index.js';
import { FastPasswordHasher } from '../src/testing/index.js';
import { authSchema } from '../src/typeorm/index.js';
import {
  aRequest,
  authorize,
  callback,
  issueOrReissue,
  makeWorld,
  password,
  refusal,
  type World,
  withParts,
} from './auth-world.js';

const newPassword = 'another password';
const origin = { address: '192.0.2.1' };

/** Runs a function of the test after a password has been compared and before the result is used. */
class InterruptedHasher extends FastPasswordHasher {
  afterwards: (() => Promise<unknown>) | undefined;

  override async verify(passwordHash: string, given: string): Promise<boolean> {
    const fits = await super.verify(passwordHash, given);
    const { afterwards } = this;
    this.afterwards = undefined;
    await afterwards?.();
    return fits;
  }
}

const changes: [what: string, change: (world: World) => Promise<unknown>][] = [
  ['the password is set', ({ administration, user }) => administration.users.setPassword(user.userId, newPassword)],
  [
    'the user is disabled and enabled again',
    async ({ administration, user }) => {
      await administration.users.disable(user.userId);
      await administration.users.enable(user.userId);
    },
  ],
  ['the user is deleted', ({ administration, user }) => administration.users.delete(user.userId)],
];

describeDatabases('between comparing a password and what comes of it', [authSchema], (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** Makes a server whose clock is ahead of, or behind, the clock of the operator who makes a change. */
  async function setUp(offsetMs: number) {
    const hasher = new InterruptedHasher();
    const world = await makeWorld(database, { sessionLifetimeSeconds: 3_600 }, hasher);
    const server = world.onSameSettings(database, { now: () => world.clock.now() + offsetMs });
    return { hasher, world, server };
  }

  for (const offsetMs of [-5_000, 0, 5_000]) {
    it.each(changes)(`no grant is made once %s, with a clock ${offsetMs} ms ahead`, async (_what, change) => {
      const { hasher, world, server } = await setUp(offsetMs);
      hasher.afterwards = () => change(world);
      expect(await refusal(signIn(world, server))).toMatchObject({ code: 'invalid_grant' });
      expect(await world.administration.grants.list({ clientId: world.client.clientId })).toEqual([]);
    });

    it.each(changes)(
      `neither code nor session are good once %s, with a clock ${offsetMs} ms ahead`,
      async (_what, change) => {
        const { hasher, world, server } = await setUp(offsetMs);
        hasher.afterwards = () => change(world);
        const user = await checkPassword(server, pageSignIn(world), origin);
        if (user === undefined) throw new Error('The password was right');
        const signedIn = { user, authenticatedAt: server.clock.now() };
        const session = await startSession(server, signedIn, undefined);
        expect(await findSignedIn(server, session)).toBeUndefined();
        const code = await authorize(server, world.client, signedIn);
        expect(await refusal(exchange(world, server, code))).toMatchObject({ code: 'invalid_grant' });
      },
    );

    it(`the new password is good at once, with a clock ${offsetMs} ms ahead`, async () => {
      const { world, server } = await setUp(offsetMs);
      await world.administration.users.setPassword(world.user.userId, newPassword);
      expect((await signIn(world, server, newPassword)).tokenType).toBe('Bearer');
      const user = await checkPassword(server, { ...pageSignIn(world), password: newPassword }, origin);
      if (user === undefined) throw new Error('The password was right');
      const signedIn = { user, authenticatedAt: server.clock.now() };
      expect(await findSignedIn(server, await startSession(server, signedIn, undefined))).toBeDefined();
      const code = await authorize(server, world.client, signedIn);
      expect((await exchange(world, server, code)).tokenType).toBe('Bearer');
    });
  }

  it('a client that is disabled and enabled again while it reissues is refused, and its grant goes on', async () => {
    const { world, server } = await setUp(0);
    const { refreshToken } = await signIn(world, server);
    const { clients } = world.administration;
    const keys = {
      async signatureKey() {
        await clients.disable(world.client.clientId);
        await clients.enable(world.client.clientId);
        return server.keys.signatureKey();
      },
    };
    expect(await refusal(reissue(world, withParts(server, { keys: keys as KeyRing }), refreshToken))).toMatchObject({
      code: 'invalid_grant',
    });
    expect((await reissue(world, server, refreshToken)).tokenType).toBe('Bearer');
  });
});

const pageSignIn = ({ user, client }: World) => ({
  userId: user.userId,
  password,
  clientId: client.clientId,
  isClientAuthenticated: false,
});

function signIn({ clientFields, user }: World, server: AuthServer, user_password = password) {
  return issueByCredentials(server, aRequest({ ...clientFields, user_id: user.userId, user_password }));
}

function reissue({ clientFields }: World, server: AuthServer, refreshToken: string) {
  const fields = { ...clientFields, grant_type: 'refresh_token', refresh_token: refreshToken };
  return issueOrReissue(server, aRequest(fields, { query: { realm: '/api' } }));
}

function exchange({ clientFields }: World, server: AuthServer, code: string) {
  const fields = { ...clientFields, grant_type: 'authorization_code', redirect_uri: callback, code };
  return issueOrReissue(server, aRequest(fields, { query: { realm: '/api' } }));
}
