import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { calculateJwkThumbprint } from 'jose';
import { readClientCredentials } from '../src/client/authenticate-client.js';
import { Argon2PasswordHasher, readParameters } from '../src/index.js';
import { argon2Parameters } from '../src/password/argon2-password-hasher.js';

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

describe('known answers', () => {
  it('decodes the example of RFC 6749 appendix B, in a body and in HTTP Basic', () => {
    const decoded = ' %&+£€';
    const encoded = '+%25%26%2B%C2%A3%E2%82%AC';
    expect(readParameters(`value=${encoded}`).get('value')).toBe(decoded);
    const basic = `Basic ${Buffer.from(`${encoded}:${encoded}`).toString('base64')}`;
    expect(readClientCredentials(new Map(), basic)).toEqual({ clientId: decoded, clientSecret: decoded });
  });

  it('computes the thumbprint of RFC 7638 3.1', async () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';
    const jwk = { kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' };
    expect(await calculateJwkThumbprint(jwk)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
  });

  it('computes the argon2id tag of RFC 9106 5.3', () => {
    const tag = argon2Sync('argon2id', {
      message: Buffer.alloc(32, 1),
      nonce: Buffer.alloc(16, 2),
      secret: Buffer.alloc(8, 3),
      associatedData: Buffer.alloc(12, 4),
      parallelism: 4,
      memory: 32,
      passes: 3,
      tagLength: 32,
    });
    expect(tag).toEqual(
      hex('0d 64 0d f5 8d 78 76 6c 08 c0 37 a3 4a 8b 53 c9 d0 1e f0 45 2d 75 b6 5e b5 25 20 e9 6b 01 e6 59'),
    );
  });

  it('hashes passwords as that argon2id does, with the parameters stored', async () => {
    const phc = await new Argon2PasswordHasher().hash('password');
    const [, id, version, parameters, salt = '', tag = ''] = phc.split('$');
    expect([id, version, parameters]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
    const expected = argon2Sync('argon2id', {
      message: 'password',
      nonce: Buffer.from(salt, 'base64'),
      parallelism: argon2Parameters.parallelism,
      memory: argon2Parameters.memoryCost,
      passes: argon2Parameters.timeCost,
      tagLength: 32,
    });
    expect(Buffer.from(tag, 'base64')).toEqual(expected);
    expect(await verify(phc, 'password')).toBe(true);
  });
});
