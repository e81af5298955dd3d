import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { TestTokenIssuer } from '../testing/test-token-issuer.js';
import { AccessTokenVerifier } from './access-token-verifier.js';

const issuer = 'https://auth.example';
const audience = 'urn:trading-platform:api';
const tokens = new TestTokenIssuer({ issuer });
const verifier = () => new AccessTokenVerifier({ issuer, audience, keys: tokens });
const invalid = { code: 'token-invalid' };
const now = () => Math.floor(Date.now() / 1000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('AccessTokenVerifier', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('answers the claims of a valid token', async () => {
    expect(await verifier().verify(tokens.issue({ sub: 's', member_code: 'm', client_id: 'c' }))).toMatchObject({
      subject: 's',
      memberCode: 'm',
      clientId: 'c',
    });
  });

  it.each([
    ['another issuer', { iss: 'https://other.example' }, {}],
    ['another audience', { aud: 'other' }, {}],
    ['no audience', { aud: undefined }, {}],
    ['an end that is over', { exp: now() - 1 }, {}],
    ['an end that is now', { exp: now() }, {}],
    ['no end', { exp: undefined }, {}],
    ['an end that is no number', { exp: '9999999999' }, {}],
    ['a start in the future', { nbf: now() + 60 }, {}],
    ['no subject', { sub: undefined }, {}],
    ['no client', { client_id: '' }, {}],
    ['no member', { member_code: undefined }, {}],
    ['no id', { jti: undefined }, {}],
    ['the type of an ID token', {}, { typ: 'JWT' }],
    ['no type', {}, { typ: undefined }],
    ['an unknown key', {}, { kid: 'other' }],
    ['no key id', {}, { kid: undefined }],
    ['a critical header', {}, { crit: ['b64'], b64: false }],
    ['another algorithm', {}, { alg: 'ES512' }],
  ])('refuses a token with %s', async (_what, claims, header) => {
    await expect(verifier().verify(tokens.issue(claims, header))).rejects.toMatchObject(invalid);
  });

  it('takes an audience list that names it, and the long form of the type', async () => {
    const token = tokens.issue({ aud: ['other', audience] }, { typ: 'application/at+JWT' });
    expect(await verifier().verify(token)).toMatchObject({ clientId: 'test-client' });
  });

  it('refuses tokens without a signature, with a borrowed one, and with a public key as a secret', async () => {
    const [header, payload, signature] = tokens.issue().split('.') as [string, string, string];
    const other = part({ iss: issuer, aud: audience, sub: 'other', exp: now() + 60 });
    const none = part({ alg: 'none', typ: 'at+jwt', kid: 'test-key' });
    const hmac = part({ alg: 'HS256', typ: 'at+jwt', kid: 'test-key' });
    const publicKey = JSON.stringify(tokens.keySet().keys[0]);
    const forged = createHmac('sha256', publicKey).update(`${hmac}.${payload}`).digest('base64url');
    const malformed = [
      '',
      'a.b',
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${hmac}.${payload}.${forged}`,
      `${header}.${other}.${signature}`,
      `${header}.${payload}.${signature}.x`,
      `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${header}.${payload}.${signature}=`,
      `${part([])}.${payload}.${signature}`,
      `!${header}.${payload}.${signature}`,
      `${header}.${payload}.${signature}${'a'.repeat(5_000)}`,
    ];
    for (const token of malformed) await expect(verifier().verify(token)).rejects.toMatchObject(invalid);
  });

  it('remembers verified tokens, but not beyond their end nor against a revocation', async () => {
    const revoked = new Set<string>();
    let time = Date.now();
    const remembering = new AccessTokenVerifier({
      issuer,
      audience,
      keys: tokens,
      clock: { now: () => time },
      revocations: {
        isCurrent: true,
        isRevoked: (claims) => revoked.has(claims.tokenId),
        isKeyWithdrawn: (keyId) => revoked.has(keyId),
      },
      cacheSize: 2,
    });
    const token = tokens.issue();
    expect(remembering.recall(token)).toBeUndefined();
    const { tokenId } = await remembering.verify(token);
    expect(await remembering.verify(token)).toMatchObject({ tokenId });
    expect(remembering.recall(token)).toMatchObject({ tokenId });
    expect(remembering.lookups).toEqual({ hits: 2, misses: 1 });
    revoked.add(tokenId);
    expect(remembering.recall(token)).toBeUndefined();
    await expect(remembering.verify(token)).rejects.toMatchObject(invalid);
    revoked.clear();
    revoked.add('test-key');
    await expect(remembering.verify(token)).rejects.toMatchObject(invalid);
    await expect(remembering.verify(tokens.issue())).rejects.toMatchObject(invalid);
    revoked.clear();
    expect(await remembering.verify(token)).toMatchObject({ tokenId });
    time += 301_000;
    expect(remembering.recall(token)).toBeUndefined();
    await expect(remembering.verify(token)).rejects.toMatchObject(invalid);
    for (let count = 0; count < 5; count++) await expect(remembering.verify(token)).rejects.toMatchObject(invalid);
  });

  it.each([
    ['at once', (key: KeyObject | undefined) => key],
    ['in a moment', (key: KeyObject | undefined) => Promise.resolve(key)],
  ])('forgets a verified token whose key is gone, where the keys answer %s', async (_when, answer) => {
    let isThere = true;
    const keys = { find: (keyId: string) => answer(isThere ? tokens.find(keyId) : undefined) };
    const remembering = new AccessTokenVerifier({ issuer, audience, keys });
    const token = tokens.issue();
    await remembering.verify(token);
    isThere = false;
    expect(remembering.recall(token)).toBeUndefined();
    await expect(remembering.verify(token)).rejects.toMatchObject(invalid);
  });

  it('recalls nothing while the keys do not answer at once, or cannot be read', async () => {
    let answer: () => KeyObject | undefined | Promise<KeyObject> = () => tokens.find('test-key');
    const remembering = new AccessTokenVerifier({ issuer, audience, keys: { find: () => answer() } });
    const token = tokens.issue();
    await remembering.verify(token);
    answer = () => Promise.reject(new Error('no keys'));
    expect(remembering.recall(token)).toBeUndefined();
    await expect(remembering.verify(token)).rejects.toThrow('no keys');
  });

  it('serves a token to the second before its end, and not in the second of it', async () => {
    let time = Date.now();
    const verifying = new AccessTokenVerifier({ issuer, audience, keys: tokens, clock: { now: () => time } });
    const exp = Math.floor(time / 1000) + 10;
    const token = tokens.issue({ exp });
    time = exp * 1000 - 1;
    expect(await verifying.verify(token)).toMatchObject({ expiresAt: exp });
    time = exp * 1000;
    await expect(verifying.verify(token)).rejects.toMatchObject(invalid);
  });

  it('refuses the same token again without much work', async () => {
    const [head, payload] = tokens.issue().split('.') as [string, string];
    const forged = `${head}.${payload}.${'A'.repeat(86)}`;
    const foreign = tokens.issue({ iss: 'https://other.example' });
    const over = tokens.issue({ exp: now() - 1 });
    const work = async (cacheSize: number, token: string) => {
      const verifying = new AccessTokenVerifier({ issuer, audience, keys: tokens, cacheSize });
      const { user } = process.cpuUsage();
      for (let count = 0; count < 1_000; count++) await verifying.verify(token).catch(() => undefined);
      return process.cpuUsage().user - user;
    };
    // With a cache, refusing the same token again takes less than half of the work, unless the machine does other work
    // in that round.
    const isLess = async (token: string) => (await work(1, token)) < (await work(0, token)) / 2;
    for (const token of [forged, foreign, over]) {
      let rounds = 1;
      while (rounds < 30 && !(await isLess(token))) rounds++;
      expect(rounds).toBeLessThan(30);
    }
  });

  it('tells genuine from forged tokens in a flood of them, and lets other work go on', async () => {
    // While time stands still, any number of forged tokens is a flood.
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const verifying = verifier();
    const forgery = () => tokens.issue().replace(/[^.]+$/, randomBytes(64).toString('base64url'));
    for (let few = 0; few < 50; few++) await expectRefusal(verifying, forgery());
    let refused = 0;
    const all = Array.from({ length: 100 }, () => expectRefusal(verifying, forgery()).then(() => refused++));
    const genuine = verifying.verify(tokens.issue());
    // The event loop does not turn during these steps, so a token that is verified in the main thread would already have been
    // refused.
    for (let step = 0; step < 1_000; step++) await Promise.resolve();
    expect(refused).toBe(0);
    expect(await genuine).toMatchObject({ clientId: 'test-client' });
    await Promise.all(all);
  });

  it('says the same of a token that it refuses again', async () => {
    const refusing = verifier();
    const foreign = tokens.issue({ iss: 'https://other.example' });
    const sentence = 'The access token is of another issuer';
    await expect(refusing.verify(foreign)).rejects.toMatchObject({ ...invalid, message: sentence });
    await expect(refusing.verify(foreign)).rejects.toMatchObject({ ...invalid, message: sentence });
  });

  it('serves a token that it refused while it could not be known to be good', async () => {
    const other = new TestTokenIssuer({ issuer });
    const token = tokens.issue({ nbf: now() + 60 });
    let found: KeyObject | undefined;
    let isCurrent = true;
    let time = Date.now();
    const verifying = new AccessTokenVerifier({
      issuer,
      audience,
      keys: { find: () => found },
      clock: { now: () => time },
      revocations: {
        get isCurrent() {
          return isCurrent;
        },
        isRevoked: () => false,
        isKeyWithdrawn: () => false,
      },
      refuseWithoutRevocations: true,
    });
    await expectRefusal(verifying, token); // Its key is not published yet.
    found = other.find('test-key');
    await expectRefusal(verifying, token); // The key id names another key.
    found = tokens.find('test-key');
    await expectRefusal(verifying, token); // It is not valid yet.
    time += 60_000;
    isCurrent = false;
    await expect(verifying.verify(token)).rejects.toMatchObject({ code: 'overloaded' });
    isCurrent = true;
    expect(await verifying.verify(token)).toMatchObject({ clientId: 'test-client' });
    time += 600_000;
    await expectRefusal(verifying, token); // It has expired; then the clock is put right.
    time -= 600_000;
    expect(await verifying.verify(token)).toMatchObject({ clientId: 'test-client' });
  });
});

async function expectRefusal(verifying: AccessTokenVerifier, token: string): Promise<void> {
  await expect(verifying.verify(token)).rejects.toMatchObject(invalid);
}
