import { type CompactVerifyResult, compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import type { RequestOrigin } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import { type Clock, epochSeconds } from '../clock.js';
import { RecentlyUsed } from '../recently-used.js';
import type { Parameters } from '../request/parameters.js';
import { sha256 } from '../secret/same-bytes.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { AssertionStore } from './assertion-store.js';
import type { StoredClient } from './client.js';
import { clientKeyAlgorithms } from './client-keys.js';
import type { ClientStore } from './client-store.js';
import type { ClientKeySet, PublishedClientKeys } from './published-client-keys.js';

/** The parameters of client authentication by a signed JWT (RFC 7523 2.2). They belong in the body. */
export const assertionFields: readonly string[] = ['client_assertion', 'client_assertion_type'];

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const longestAssertion = 8_192;
const longestJti = 255;
const longestLifeSeconds = 300;
/** The time by which the clock of a client may be ahead. It applies to `iat` and `nbf`. */
const skewSeconds = 60;
const algorithms = [...clientKeyAlgorithms];

const keySets = new RecentlyUsed<ClientKeySet>(1_000);
const allowedTypes: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt'];

/** The objects that are needed to check a signed JWT of a client. */
export interface AssertionCheck {
  readonly settings: Pick<AuthSettings, 'issuer' | 'tokenEndpoint'>;
  readonly clients: ClientStore;
  readonly assertions: AssertionStore;
  readonly publishedKeys: PublishedClientKeys;
  readonly clock: Clock;
}

/** The claims of a JWT. Nothing is known about them before they are checked. */
type Claims = Readonly<Partial<Record<'sub' | 'aud' | 'exp' | 'iat' | 'nbf' | 'jti', unknown>>>;

/** Whether a request authenticates its client by a signed JWT. */
export function hasAssertion(parameters: Parameters): boolean {
  return assertionFields.some((name) => parameters.has(name));
}

/**
 * Identifies a client by a JWT that the client has signed with its private key (RFC 7523 3). The JWT names the client
 * in `iss` and `sub`, and only this server in `aud`: its issuer or its token endpoint. `exp` is at most five minutes
 * ahead. Each `jti` is accepted once, but a refused JWT does not use its `jti` up.
 *
 * @throws AuthError `invalid_request` if the assertion is missing or has another type, or if the client also
 * authenticates in another way; `invalid_client` for every other defect
 */
export async function authenticateByAssertion(
  context: AssertionCheck,
  parameters: Parameters,
  authorization: string | undefined,
  origin: RequestOrigin,
): Promise<StoredClient> {
  const assertion = readAssertion(parameters, authorization);
  const clientId = readIssuer(assertion);
  const named = parameters.get('client_id');
  if (named !== undefined && named !== clientId) throw refuse('client_id differs from "iss"');
  const client = await context.clients.find(clientId);
  if (client === undefined) throw refuse('unknown client');
  if (client.disabledAt !== undefined) throw refuse('disabled client');
  const { jti, exp } = checkClaims(context, clientId, await verify(context, assertion, client, origin));
  const used = { hash: sha256(`client-assertion\n${clientId}\n${jti}`), expiresAt: Math.ceil(exp * 1_000) };
  const replayed = {
    at: context.clock.now(),
    event: 'client.assertion-replayed',
    outcome: 'refused',
    clientId,
    ...origin,
  } as const;
  if (!(await context.assertions.use(used, replayed))) throw refuse('"jti" has been used');
  return client;
}

/** @throws AuthError `invalid_request`, `invalid_client` */
function readAssertion(parameters: Parameters, authorization: string | undefined): string {
  if (parameters.has('client_secret') || authorization !== undefined) {
    throw new AuthError('invalid_request', 'Use either client_assertion or a client secret, not both');
  }
  if (parameters.get('client_assertion_type') !== assertionType) {
    throw new AuthError('invalid_request', `client_assertion_type must be ${assertionType}`);
  }
  const assertion = parameters.get('client_assertion');
  if (assertion === undefined) throw new AuthError('invalid_request', 'Parameter missing: client_assertion');
  if (assertion.length > longestAssertion) throw refuse('too long');
  return assertion;
}

/** Reads the client before the signature is verified, because the keys depend on the client. */
function readIssuer(assertion: string): string {
  const [, payload = ''] = assertion.split('.');
  try {
    const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { iss?: unknown };
    if (typeof iss === 'string' && iss !== '' && !iss.includes('\0')) return iss;
  } catch {
    // The refusal is the same as for a JWT without an issuer.
  }
  throw refuse('no "iss"');
}

async function verify(
  context: AssertionCheck,
  assertion: string,
  client: StoredClient,
  origin: RequestOrigin,
): Promise<Claims> {
  try {
    const { payload, protectedHeader } = await verifyWithKeysOf(client, context, assertion, origin);
    if (!allowedTypes.includes(protectedHeader.typ)) throw refuse(`"typ" ${protectedHeader.typ}`);
    return JSON.parse(Buffer.from(payload).toString('utf8')) as Claims;
  } catch (cause) {
    if (cause instanceof errors.JOSEError || cause instanceof TypeError || cause instanceof SyntaxError) {
      throw refuse(`signature: ${cause.message}`, cause);
    }
    throw cause;
  }
}

/**
 * Verifies a JWT with the stored keys of a client, or with the keys at its address. If the key of the JWT is not among
 * the keys at the address, they are read again.
 */
async function verifyWithKeysOf(
  { clientId, jwks, jwksUri }: StoredClient,
  { publishedKeys, clock }: AssertionCheck,
  assertion: string,
  origin: RequestOrigin,
): Promise<CompactVerifyResult> {
  if (jwks !== undefined) return verifyWithEach(assertion, keysOf(jwks));
  if (jwksUri === undefined) throw refuse('no keys');
  const failed = {
    at: clock.now(),
    event: 'client.keys-unread',
    outcome: 'refused',
    clientId,
    ...origin,
  } as const;
  const keys = await publishedKeys.find(jwksUri, failed);
  if (keys === undefined) throw refuse('the address of the keys cannot be read');
  try {
    return await verifyWithEach(assertion, keys);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    const newer = await publishedKeys.findNewer(jwksUri, keys, failed);
    if (newer === undefined) throw error;
    return verifyWithEach(assertion, newer);
  }
}

/** The library caches the imported keys in each set. Therefore the sets of the clients that were used last are kept. */
function keysOf(stored: string): ClientKeySet {
  const known = keySets.get(stored);
  if (known !== undefined) return known;
  const keys = createLocalJWKSet(JSON.parse(stored) as JSONWebKeySet);
  keySets.set(stored, keys);
  return keys;
}

/** A JWT without `kid` may fit several keys of the client, and each is tried. */
async function verifyWithEach(assertion: string, keys: ClientKeySet): Promise<CompactVerifyResult> {
  try {
    return await compactVerify(assertion, keys, { algorithms });
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const verified = await compactVerify(assertion, key, { algorithms }).catch(() => undefined);
      if (verified !== undefined) return verified;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function checkClaims(
  { settings, clock }: AssertionCheck,
  clientId: string,
  { sub, aud, exp, iat, nbf, jti }: Claims,
): { readonly jti: string; readonly exp: number } {
  const now = epochSeconds(clock.now());
  if (sub !== clientId) throw refuse('"sub" differs from "iss"');
  const [audience, ...others] = [aud].flat();
  const isHere = audience !== undefined && (audience === settings.issuer || audience === settings.tokenEndpoint);
  if (!isHere || others.length > 0) throw refuse('"aud" is not this server alone');
  if (typeof exp !== 'number' || !(exp > now)) throw refuse('expired');
  if (exp > now + longestLifeSeconds) throw refuse('"exp" is too far ahead');
  if (isLater(iat, now) || isLater(nbf, now)) throw refuse('not yet valid');
  if (typeof jti !== 'string' || jti === '' || jti.length > longestJti) throw refuse('no usable "jti"');
  return { jti, exp };
}

/** Whether an optional time is in the future, or no time at all. */
function isLater(claim: unknown, now: number): boolean {
  return claim !== undefined && !(typeof claim === 'number' && claim <= now + skewSeconds);
}

/** The answer does not show the reason for the refusal. */
function refuse(privateDetail: string, cause?: unknown): AuthError {
  return new AuthError('invalid_client', 'Client authentication failed', { privateDetail, cause });
}
