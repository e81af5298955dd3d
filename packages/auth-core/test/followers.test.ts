import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RemoteKeySet, RevocationFeed } from '../src/index.js';
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

const keySet = () => new RemoteKeySet({ url: `${published.url}/jwks`, shortestAgeMs: 50 });

const claims = (issuedAt: number) => ({
  subject: 'user',
  clientId: 'client',
  memberCode: 'm',
  scope: 's',
  tokenId: makeTokenId(systemRandomness, 'grant', issuedAt),
  issuedAt: Math.floor(issuedAt / 1000),
  expiresAt: Math.floor(issuedAt / 1000) + 300,
});
const entries = (...revocations: [string, number][]) => ({
  position: revocations.length,
  more: false,
  keep_seconds: 360,
  revocations,
});
const feedOf = () => new RevocationFeed({ url: `${published.url}/feed`, pollMs: 20 });

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
    await Promise.all(Array.from({ length: 50 }, (_, index) => keys.find(`unknown-${index}`)));
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

  it('leaves alone what was issued after the revocation, to the millisecond', async () => {
    const now = Date.now();
    published.answers.set('/feed', () => entries([revocationDigest('user', 'user'), now]));
    const feed = feedOf();
    await feed.start();
    feed.stop();
    expect(feed.isRevoked(claims(now))).toBe(true);
    expect(feed.isRevoked(claims(now + 1))).toBe(false);
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
    await sleep(100);
    expect(feed.isRevoked(token)).toBe(true);
    published.answers.set('/feed', () => ({ ...entries(), keep_seconds: 0 }));
    await sleep(100);
    feed.stop();
    expect(feed.size).toBe(0);
  });

  it('says when it is lost and when it is back, and goes on with what it knows', async () => {
    const states: boolean[] = [];
    let now = Date.now();
    const feed = new RevocationFeed({
      url: `${published.url}/feed`,
      pollMs: 20,
      clock: { now: () => now },
      onChange: ({ isCurrent }) => states.push(isCurrent),
    });
    published.answers.set('/feed', () => entries([revocationDigest('user', 'user'), now]));
    await feed.start();
    published.answers.clear();
    now += 6_000;
    await sleep(100);
    expect(feed.isCurrent).toBe(false);
    expect(feed.isRevoked(claims(now - 6_000))).toBe(true);
    published.answers.set('/feed', () => entries());
    await sleep(100);
    feed.stop();
    expect(states).toEqual([true, false, true]);
  });
});
