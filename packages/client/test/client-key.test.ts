import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakePlatform } from '../src/testing/index.js';
import { clientOf } from './a-client.js';

const pairs = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: generateKeyPairSync('ed25519'),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
};
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const jwkOf = (key: KeyObject, more: object = {}) => JSON.stringify({ ...key.export({ format: 'jwk' }), ...more });
const hashes: Readonly<Record<string, string | null>> = { ES384: 'sha384', EdDSA: null };
const pss = { padding: 6, saltLength: 32 };

let platform: FakePlatform;
let url: string;
beforeEach(async () => {
  platform = new FakePlatform();
  url = await platform.start();
});
afterEach(() => platform.stop());

/** The forms that a client with this key sends to the token endpoint. */
async function formsWith(clientKey: string, calls = 1): Promise<URLSearchParams[]> {
  const client = clientOf(url, { clientKey, clientSecret: undefined, issuer: 'https://auth.example' });
  // The fake platform knows secrets only.
  for (let call = 0; call < calls; call++) {
    await expect(client.accessToken()).rejects.toMatchObject({ code: 'login-refused' });
  }
  return platform.callsTo('/access_token').map(({ body }) => new URLSearchParams(body));
}

const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

describe('a client with a key', () => {
  it.each<[string, string, KeyObject, string]>([
    ['PEM', 'ES256', pairs.ES256.publicKey, pemOf(pairs.ES256.privateKey)],
    ['PEM', 'ES384', pairs.ES384.publicKey, pemOf(pairs.ES384.privateKey)],
    ['PEM', 'EdDSA', pairs.EdDSA.publicKey, pemOf(pairs.EdDSA.privateKey)],
    ['PEM', 'RS256', pairs.RS256.publicKey, pemOf(pairs.RS256.privateKey)],
    ['JWK', 'ES256', pairs.ES256.publicKey, jwkOf(pairs.ES256.privateKey, { use: 'sig', key_ops: ['sign'] })],
    ['JWK', 'PS256', pairs.RS256.publicKey, jwkOf(pairs.RS256.privateKey, { alg: 'PS256' })],
    ['JWK', 'EdDSA', pairs.EdDSA.publicKey, jwkOf(pairs.EdDSA.privateKey)],
  ])('(%s, %s) signs a JWT, and sends no secret', async (_form, alg, publicKey, clientKey) => {
    const [form = new URLSearchParams()] = await formsWith(clientKey);
    expect([...form.keys()].filter((name) => name.startsWith('client_'))).toEqual([
      'client_id',
      'client_assertion_type',
      'client_assertion',
    ]);
    const [header, claims, signature = ''] = (form.get('client_assertion') ?? '').split('.');
    expect(read(header)).toEqual({ alg });
    const key = { key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), dsaEncoding: 'ieee-p1363' };
    const hash = hashes[alg] === undefined ? 'sha256' : hashes[alg];
    const how = alg === 'PS256' ? { ...key, ...pss } : key;
    const content = Buffer.from(`${header}.${claims}`);
    expect(verify(hash, content, how as never, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('names the key and the server, and makes each JWT anew', async () => {
    const forms = await formsWith(jwkOf(pairs.ES256.privateKey, { kid: 'mine' }), 2);
    const header = { alg: 'ES256', kid: 'mine' };
    const jwts = forms.map((form) => (form.get('client_assertion') ?? '').split('.'));
    expect(jwts.map(([head]) => read(head))).toEqual([header, header]);
    const claims = jwts.map(([, payload]) => read(payload));
    const own = { iss: 'erp', sub: 'erp', exp: expect.any(Number), jti: expect.any(String) };
    const each = { ...own, aud: 'https://auth.example' };
    expect(claims).toEqual([each, each]);
    const [first, second] = claims;
    expect(first?.['jti']).not.toBe(second?.['jti']);
    expect(Number(first?.['exp']) - Date.now() / 1_000).toBeCloseTo(150, -2);
  });

  it.each([
    [
      'an old PEM',
      '-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----',
      'is neither JSON (JWK) nor PEM',
    ],
    ['no PEM', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'is of no kind'],
    ['a public key', jwkOf(pairs.ES256.publicKey), 'is no private key'],
    ['another curve', JSON.stringify({ kty: 'EC', crv: 'secp256k1', d: 'x' }), 'is of no kind'],
    ['a damaged key', jwkOf(pairs.ES256.privateKey, { x: 'AAAA' }), 'cannot be read'],
  ])('gets a clear error for %s', async (_what, clientKey, reason) => {
    const client = clientOf(url, { clientKey, clientSecret: undefined });
    await expect(client.accessToken()).rejects.toMatchObject({
      code: 'settings-wrong',
      reason: expect.stringContaining(reason),
    });
    expect(platform.calls).toEqual([]);
  });

  it('must not have a secret as well', () => {
    const clientKey = pemOf(pairs.ES256.privateKey);
    const wrong = expect.objectContaining({ reason: 'The client needs either clientSecret or clientKey' });
    expect(() => clientOf(url, { clientKey })).toThrow(wrong);
    expect(() => clientOf(url, { clientSecret: undefined })).toThrow(wrong);
  });
});
