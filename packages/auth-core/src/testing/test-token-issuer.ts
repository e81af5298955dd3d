import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rights } from '@trading-platform/domain-types';
import { epochSeconds } from '../clock.js';
import { makeGrantId } from '../grant/refresh-token.js';
import { systemRandomness } from '../randomness.js';
import { fixedScope } from '../request/fixed-values.js';
import type { KeySource } from '../token/access-token-verifier.js';
import { encodeJson, signCompact } from '../token/json-web-signature.js';
import { tokenAudience } from '../token/token-audience.js';
import { makeTokenId } from '../token/token-id.js';

/** The issuer, the audience and the key id of the tokens. The audience and the key id have defaults. */
export interface TestTokenIssuerOptions {
  readonly issuer: string;
  readonly audience?: string;
  readonly keyId?: string;
}

/** Issues access tokens without a server, for tests of code that the guard protects. */
export class TestTokenIssuer implements KeySource {
  readonly #options: Required<TestTokenIssuerOptions>;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(options: TestTokenIssuerOptions) {
    this.#options = { audience: tokenAudience, keyId: 'test-key', ...options };
    ({ publicKey: this.#publicKey, privateKey: this.#privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  /** Returns the key set that an endpoint would publish. */
  keySet(): { keys: object[] } {
    const jwk = this.#publicKey.export({ format: 'jwk' });
    return { keys: [{ ...jwk, kid: this.#options.keyId, alg: 'ES256', use: 'sig' }] };
  }

  find(keyId: string): KeyObject | undefined {
    return keyId === this.#options.keyId ? this.#publicKey : undefined;
  }

  /** Issues a valid token, in which `claims` and `header` replace some values. A claim whose value is `undefined` is left out. */
  issue(claims: Readonly<Record<string, unknown>> = {}, header: Readonly<Record<string, unknown>> = {}): string {
    const now = Date.now();
    const payload = {
      iss: this.#options.issuer,
      aud: this.#options.audience,
      sub: 'test-subject',
      client_id: 'test-client',
      member_code: '10000001',
      scope: fixedScope,
      entitlements: rights,
      iat: epochSeconds(now),
      exp: epochSeconds(now) + 300,
      jti: makeTokenId(systemRandomness, {
        grantId: makeGrantId(systemRandomness),
        userGeneration: 1,
        clientGeneration: 1,
      }),
      ...claims,
    };
    const protectedHeader = { alg: 'ES256', typ: 'at+jwt', kid: this.#options.keyId, ...header };
    return signCompact(encodeJson(protectedHeader), payload, this.#privateKey);
  }
}
