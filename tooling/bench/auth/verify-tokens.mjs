import { AccessTokenVerifier } from '@trading-platform/auth-core';
import { TestTokenIssuer } from '@trading-platform/auth-core/testing';
import { createLocalJWKSet, jwtVerify } from 'jose';

const issuer = 'http://127.0.0.1';
const audience = 'urn:trading-platform:api';

/**
 * Compares how fast the data API and `jwtVerify` verify access tokens.
 *
 * @param {number} count tokens
 * @returns {Promise<{ way: string, cpuMicroseconds: number, perSecond: number }[]>}
 */
export async function measureVerification(count) {
  const tokens = new TestTokenIssuer({ issuer, audience });
  const keys = createLocalJWKSet(tokens.keySet());
  const issued = Array.from({ length: count }, () => tokens.issue());
  const forged = (issued[0] ?? '').replace(/[^.]+$/, 'A'.repeat(86));
  const same = Array.from({ length: count }, () => issued[0] ?? '');
  const api = new AccessTokenVerifier({ issuer, audience, keys: tokens });
  const anew = new AccessTokenVerifier({ issuer, audience, keys: tokens, cacheSize: 0 });
  const options = { issuer, audience, typ: 'at+jwt', algorithms: ['ES256'] };
  const jose = (/** @type {string} */ token) => jwtVerify(token, keys, options);
  await time('warm-up', issued, (token) => anew.verify(token));
  await time('warm-up', issued, jose);
  return [
    await time('API, token seen before', same, (token) => api.verify(token)),
    await time('API, new token', issued, (token) => anew.verify(token)),
    await time('API, the same forged token', same, () => api.verify(forged).catch(() => undefined)),
    await time('jose jwtVerify', issued, jose),
  ];
}

/**
 * @param {string} way
 * @param {readonly string[]} tokens
 * @param {(token: string) => Promise<unknown>} verify
 */
async function time(way, tokens, verify) {
  const cpu = process.cpuUsage();
  const begin = performance.now();
  for (const token of tokens) await verify(token);
  const seconds = (performance.now() - begin) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { way, cpuMicroseconds: (user + system) / tokens.length, perSecond: Math.round(tokens.length / seconds) };
}
