import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { endSession, findSignedIn, startSession } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { auditedEvents, makeWorld, type World, withParts } from './auth-world.js';

const origin = { address: '192.0.2.1' };

describeDatabases('a sign-in session', [authSchema], (open) => {
  let world: World;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database, { sessionLifetimeSeconds: 600 });
  });

  const start = (former?: string) =>
    startSession(world.server, { user: world.user, authenticatedAt: world.clock.now() }, former);
  const find = (secret: string | undefined) => findSignedIn(world.server, secret);

  it('says who has signed in, and when, until its end', async () => {
    const authenticatedAt = world.clock.now();
    const secret = await start();
    expect(secret).toMatch(/^[\w-]{43}$/);
    world.clock.advanceSeconds(599);
    expect(await find(secret)).toEqual({
      user: expect.objectContaining({ userId: world.user.userId }),
      authenticatedAt,
    });
    world.clock.advanceSeconds(1);
    expect(await find(secret)).toBeUndefined();
  });

  it('ends with the next one of its browser, and no other', async () => {
    const [first, other] = [await start(), await start()];
    const second = await start(first);
    expect(second).not.toBe(first);
    expect(await find(first)).toBeUndefined();
    for (const secret of [second, other]) expect(await find(secret)).toBeDefined();
  });

  it('ends when the user signs out, which is audited', async () => {
    const [secret, other] = [await start(), await start()];
    await endSession(world.server, undefined, origin);
    expect(await auditedEvents(world)).not.toContain('user.signed-out');
    await endSession(world.server, secret, origin);
    expect(await find(secret)).toBeUndefined();
    expect(await find(other)).toBeDefined();
    expect(await auditedEvents(world)).toContain('user.signed-out');
  });

  it.each([
    ['disabled', (userId: string) => world.administration.users.disable(userId)],
    ['deleted', (userId: string) => world.administration.users.delete(userId)],
  ])('is nothing once the user is %s', async (_, change) => {
    const secret = await start();
    await change(world.user.userId);
    expect(await find(secret)).toBeUndefined();
  });

  it.each([
    ['unknown', 'A'.repeat(43)],
    ['of another form', 'A'.repeat(44)],
    ['missing', undefined],
  ])('is nothing where the secret is %s', async (_, secret) => {
    await start();
    expect(await find(secret)).toBeUndefined();
  });

  it('is not begun where sessions are switched off, and those of before count no longer', async () => {
    const secret = await start();
    const { server } = world;
    const off = withParts(server, { settings: { ...server.settings, sessionLifetimeSeconds: 0 } });
    expect(await findSignedIn(off, secret)).toBeUndefined();
    const user = { user: world.user, authenticatedAt: world.clock.now() };
    expect(await startSession(off, user, undefined)).toBeUndefined();
  });
});
