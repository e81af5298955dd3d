import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RemoteKeySet, RevocationFeed, type RevocationFeedOptions } from '../src/index.js';
import { systemRandomness } from '../src/randomness.js';
import { revocationDigest } from '../src/revocation/revocation.js';
import { TestTokenIssuer } from '../src/testing/index.js';
import { makeTokenId } from '../src/token/token-id.js';
import { type Published, publish } from './published.js';

let published: Published;
beforeEach(async () => {
  published = await publish();
});
afterEach(() => published.close());

/** A time that is longer than an answer takes on the slowest machine. */
const timeoutMs = 200_000;
const keySet = () => new RemoteKeySet({ url: `${published.url}/jwks`, shortestAgeMs: 50, timeoutMs });

const claims = (issuedAt: number, generations = { userGeneration: 1, clientGeneration: 1 }) => ({
  subject: 'user',
  clientId: 'client',
  memberCode: 'm',
  rights: [],
  scope: 's',
  tokenId: makeTokenId(systemRandomness, { grantId: 'grant', ...generations }),
  issuedAt: Math.floor(issuedAt / 1000),
  expiresAt: Math.floor(issuedAt / 1000) + 300,
});
const entries = (...revocations: [string, number, (number | null)?][]) => ({
  position: revocations.length,
  more: false,
  keep_seconds: 360,
  revocations,
});
const feedOf = (options: Partial<RevocationFeedOptions> = {}) =>
  new RevocationFeed({ url: `${published.url}/feed`, pollMs: 5, timeoutMs, ...options });

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(2);
}

/**
 * Waits for the end of a read of the published data that began after this call. Three requests are awaited, because the first may
 * have been sent before this call, and the second has certainly ended only when the third arrives.
 */
async function untilReadAgain(): Promise<void> {
  const before = published.asked.length;
  await until(() => published.asked.length >= before + 3);
}

describe('RemoteKeySet', () => {
  const first = new TestTokenIssuer({ issuer: 'x', keyId: 'first' });
  const second = new TestTokenIssuer({ issuer: 'x', keyId: 'second' });

  it('reads the keys once, when the first is needed', async () => {
    published.answers.set('/jwks', () => first.keySet());
    const keys = keySet();
    expect(published.asked).toEqual([]);
    const found = await Promise.all([keys.find('first'), keys.find('first'), keys.find('first')]);
    expect(found.every((key) => key !== undefined)).toBe(true);
    expect(published.asked).toEqual(['/jwks']);
  });

  it('waits for a key that was published a moment ago', async () => {
    published.answers.set('/jwks', () => first.keySet());
    const keys = keySet();
    await keys.find('first');
    published.answers.set('/jwks', () => ({ keys: [...first.keySet().keys, ...second.keySet().keys] }));
    expect(await keys.find('second')).toBeDefined();
  });

  it('asks at most once a while for unknown keys', async () => {
    published.answers.set('/jwks', () => first.keySet());
    const keys = keySet();
    await keys.find('first');
    await Promise.all(Array.from({ length: 50 }, async (_, index) => keys.find(`unknown-${index}`)));
    expect(published.asked.length).toBeLessThanOrEqual(2);
  });

  it('goes on with known keys while the server is away', async () => {
    published.answers.set('/jwks', () => first.keySet());
    const keys = keySet();
    await keys.find('first');
    published.answers.clear();
    expect(await keys.find('first')).toBeDefined();
    expect(await keys.find('unknown')).toBeUndefined();
  });

  it('does not go on with known keys for ever, and goes on when the server is back', async () => {
    let now = Date.now();
    const clock = { now: () => now };
    const keys = new RemoteKeySet({ url: `${published.url}/jwks`, clock, longestStaleAgeMs: 3_600_000, timeoutMs });
    published.answers.set('/jwks', () => first.keySet());
    await keys.find('first');
    published.answers.clear();
    now += 3_599_999;
    expect(await keys.find('first')).toBeDefined();
    now += 1;
    await expect(keys.find('first')).rejects.toMatchObject({ code: 'overloaded' });
    published.answers.set('/jwks', () => first.keySet());
    expect(await keys.find('first')).toBeDefined();
  });

  it('reads the keys anew once they are old, and not for every call while the server is away', async () => {
    let now = Date.now();
    const clock = { now: () => now };
    const keys = new RemoteKeySet({ url: `${published.url}/jwks`, clock, shortestAgeMs: 50, timeoutMs });
    published.answers.set('/jwks', () => ({ keys: [...first.keySet().keys, ...second.keySet().keys] }));
    await keys.find('second');
    published.answers.clear();
    now += 600_000;
    for (let call = 0; call < 20; call++) {
      expect(await keys.find('second')).toBeDefined();
      if (call < 10) await until(() => published.asked.length > 1);
      await sleep(1);
    }
    expect(published.asked).toHaveLength(2);
    published.answers.set('/jwks', () => first.keySet());
    now += 50;
    while ((await keys.find('second')) !== undefined) await sleep(1);
    expect(await keys.find('first')).toBeDefined();
  });

  it('says that it is not available when it never could read', async () => {
    await expect(keySet().find('first')).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 });
  });

  it('passes over keys of other kinds', async () => {
    published.answers.set('/jwks', () => ({
      keys: [
        { kty: 'RSA', kid: 'r' },
        { kty: 'EC', crv: 'P-384', kid: 'p' },
      ],
    }));
    expect(await keySet().find('r')).toBeUndefined();
  });
});

describe('RevocationFeed', () => {
  it.each([
    ['token', (token: string) => token],
    ['grant', () => 'grant'],
    ['user', () => 'user'],
    ['client', () => 'client'],
  ] as const)('knows a revoked %s', async (kind, idOf) => {
    const token = claims(Date.now());
    const digest = revocationDigest(kind, idOf(token.tokenId));
    published.answers.set('/feed', () => entries([digest, Date.now()]));
    const feed = feedOf();
    await feed.start();
    feed.stop();
    expect(feed.isRevoked(token)).toBe(true);
    expect(feed.isRevoked({ ...token, subject: 'o', clientId: 'o', tokenId: 'other' })).toBe(false);
  });

  it.each([
    ['user', { userGeneration: 3, clientGeneration: 1 }, { userGeneration: 2, clientGeneration: 9 }],
    ['client', { userGeneration: 1, clientGeneration: 3 }, { userGeneration: 9, clientGeneration: 2 }],
  ] as const)('leaves alone later generations of a %s, whatever the clocks say', async (kind, later, ended) => {
    const digest = revocationDigest(kind, kind);
    published.answers.set('/feed', () => entries([digest, Date.now(), 2], [digest, Date.now(), 1]));
    const feed = feedOf();
    await feed.start();
    feed.stop();
    for (const offsetMs of [-5_000, -500, 0, 500, 5_000]) {
      expect(feed.isRevoked(claims(Date.now() + offsetMs, ended))).toBe(true);
      expect(feed.isRevoked(claims(Date.now() + offsetMs, later))).toBe(false);
    }
  });

  it.each(['token', 'grant'] as const)('knows a revoked %s whatever the issuing clock says', async (kind) => {
    const tokens = [-5_000, -500, 0, 500, 5_000, 60_000].map((offsetMs) => claims(Date.now() + offsetMs));
    const digests = tokens.map(({ tokenId }) => revocationDigest(kind, kind === 'grant' ? 'grant' : tokenId));
    published.answers.set('/feed', () => entries(...digests.map((digest): [string, number] => [digest, Date.now()])));
    const feed = feedOf();
    await feed.start();
    feed.stop();
    for (const token of tokens) expect(feed.isRevoked(token)).toBe(true);
  });

  it('keeps what it has learnt as long as a token may live, by its own clock alone', async () => {
    let now = Date.now();
    const feed = feedOf({ clock: { now: () => now } });
    const longAgo = now - 86_400_000;
    published.answers.set('/feed', () => entries([revocationDigest('grant', 'grant'), longAgo]));
    await feed.start();
    published.answers.set('/feed', () => entries());
    now += 360_000;
    await untilReadAgain();
    expect(feed.isRevoked(claims(now))).toBe(true);
    now += 1;
    await untilReadAgain();
    feed.stop();
    expect(feed.isRevoked(claims(now))).toBe(false);
  });

  it('knows which keys were withdrawn, and goes on knowing it while the feed is lost', async () => {
    published.answers.set('/feed', () => ({ ...entries(), withdrawn_keys: ['stolen'] }));
    const feed = feedOf();
    await feed.start();
    published.answers.clear();
    await untilReadAgain();
    feed.stop();
    expect([feed.isKeyWithdrawn('stolen'), feed.isKeyWithdrawn('other')]).toEqual([true, false]);
  });

  it('reads on from where it was, page by page', async () => {
    const pages = [{ ...entries(['a', Date.now()]), position: 7, more: true }, entries()];
    published.answers.set('/feed', () => pages.shift() ?? { ...entries(), position: 7 });
    const feed = feedOf();
    await feed.start();
    feed.stop();
    expect(published.asked).toEqual(['/feed?after=0', '/feed?after=7']);
  });

  it('learns of a revocation by itself, and forgets it when no token can match any more', async () => {
    published.answers.set('/feed', () => entries());
    const feed = feedOf();
    await feed.start();
    const token = claims(Date.now());
    expect(feed.isRevoked(token)).toBe(false);
    published.answers.set('/feed', () => entries([revocationDigest('grant', 'grant'), Date.now()]));
    await until(() => feed.isRevoked(token));
    published.answers.set('/feed', () => ({ ...entries(), keep_seconds: -1 }));
    await until(() => feed.size === 0);
    feed.stop();
  });

  it('repeats a failed read soon, before its interval is over', async () => {
    const feed = feedOf({ clock: { now: () => 0 }, pollMs: 3_600_000 });
    await feed.start();
    expect(feed.isCurrent).toBe(false);
    published.answers.set('/feed', () => entries());
    await until(() => feed.isCurrent);
    feed.stop();
  });

  it('says when it is lost and when it is back, and goes on with what it knows', async () => {
    const states: boolean[] = [];
    let now = Date.now();
    const feed = feedOf({ clock: { now: () => now }, onChange: ({ isCurrent }) => states.push(isCurrent) });
    published.answers.set('/feed', () => entries([revocationDigest('user', 'user'), now]));
    await feed.start();
    published.answers.clear();
    now += 4_999;
    expect([feed.isCurrent, feed.lagMs]).toEqual([true, 4_999]);
    now += 1;
    expect([feed.isCurrent, feed.lagMs]).toEqual([false, 5_000]);
    await until(() => states.at(-1) === false);
    await untilReadAgain();
    expect(feed.isRevoked(claims(now - 5_000))).toBe(true);
    published.answers.set('/feed', () => entries());
    await until(() => states.at(-1) === true);
    await untilReadAgain();
    feed.stop();
    expect(states).toEqual([true, false, true]);
  });
});
