import type { RequestOrigin } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import type { Parameters } from '../request/parameters.js';
import { sameBytes } from '../secret/same-bytes.js';
import type { KeyedHash, ServerSecret } from '../secret/server-secret.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import type { StoredClient } from './client.js';
import { type AssertionCheck, authenticateByAssertion, hasAssertion } from './client-assertion.js';
import { findCurrentHash, hashClientSecret } from './client-secret.js';
import type { ClientStore } from './client-store.js';

/** The objects that are needed to check the secret or a signed JWT of a client. */
export interface ClientAuthentication extends AssertionCheck {
  readonly clients: ClientStore;
  readonly attempts: AttemptLimiter;
  readonly secret: ServerSecret;
  readonly clock: Clock;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A hash that belongs to no secret. With this hash, checking an unknown client takes as long as checking a known client. */
const nobody = new Uint8Array(32);

/**
 * Identifies the client that sent a request. The client id and the secret are either in the body or in the HTTP Basic header, but
 * never in both (RFC 6749 2.3.1). A client with keys may sign a JWT instead, and a client that must sign cannot use its secret.
 *
 * A correct secret is never refused, even after many wrong secrets. Secrets with 256 random bits cannot be guessed, and a lock
 * would only allow strangers to block a client.
 *
 * @throws AuthError `invalid_request`, `invalid_client`, `throttled`
 */
export async function authenticateClient(
  context: ClientAuthentication,
  parameters: Parameters,
  authorization: string | undefined,
  origin: RequestOrigin,
): Promise<StoredClient> {
  if (hasAssertion(parameters)) return authenticateByAssertion(context, parameters, authorization, origin);
  const { clientId, clientSecret } = readClientCredentials(parameters, authorization);
  const client = await context.clients.find(clientId);
  const presented = hashClientSecret(context.secret, clientId, clientSecret);
  const now = context.clock.now();
  const fitting = findCurrentHash(client ?? withoutSecret, presented, now);
  if (client === undefined || fitting === undefined) {
    const admission = await context.attempts.admit({ kind: 'client', id: clientId, address: origin.address });
    await context.attempts.countFailure(admission, {
      at: now,
      event: 'client.refused',
      outcome: 'refused',
      clientId: client?.clientId,
      ...origin,
    });
    throw refuseClient(client === undefined ? 'unknown client' : 'wrong secret');
  }
  if (client.disabledAt !== undefined) throw refuseClient('disabled client');
  if (client.keysRequired) throw refuseClient('the client must sign');
  const [present] = presented;
  if (context.secret.former !== undefined && !isKnownAs(client, present)) {
    await context.clients.rehashSecret({ clientId, from: fitting.hash, to: present });
  }
  return client;
}

/** Whether this hash, made with this key, is stored for one of the client's secrets. */
function isKnownAs(client: StoredClient, { keyId, hash }: KeyedHash): boolean {
  if (client.secretKeyId === keyId && sameBytes(client.secretHash, hash)) return true;
  const { previousSecretHash, previousSecretKeyId } = client;
  return previousSecretHash !== undefined && previousSecretKeyId === keyId && sameBytes(previousSecretHash, hash);
}

/**
 * @throws AuthError `invalid_request` if the client authenticates in two ways at once, or if the two ways name
 * different clients; `invalid_client` if credentials are missing or cannot be read
 */
export function readClientCredentials(parameters: Parameters, authorization: string | undefined): ClientCredentials {
  const clientId = parameters.get('client_id');
  const clientSecret = parameters.get('client_secret');
  if (authorization === undefined) {
    if (clientId === undefined || clientSecret === undefined) {
      throw new AuthError('invalid_client', 'Client authentication missing: client_id and client_secret are required');
    }
    return { clientId, clientSecret };
  }
  if (clientSecret !== undefined) {
    throw new AuthError('invalid_request', 'Use either HTTP Basic or client_secret, not both');
  }
  const basic = readBasicCredentials(authorization);
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new AuthError('invalid_request', 'client_id differs from the client of the Authorization header');
  }
  return basic;
}

/**
 * The id and the secret are form-encoded separately before they are joined (RFC 6749 2.3.1). The package `basic-auth` is not
 * used, because it decodes neither part and accepts characters that are not base64 (RFC 7617 2).
 */
function readBasicCredentials(authorization: string): ClientCredentials {
  const match = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization);
  const decoded = match?.[1] === undefined ? '' : Buffer.from(match[1], 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const clientId = decodeForm(decoded.slice(0, Math.max(colon, 0)));
  const clientSecret = decodeForm(decoded.slice(colon + 1));
  if (
    colon < 1 ||
    decoded.includes('\0') ||
    clientId === undefined ||
    clientSecret === undefined ||
    clientSecret === ''
  ) {
    throw new AuthError('invalid_client', 'The Authorization header cannot be read as HTTP Basic');
  }
  return { clientId, clientSecret };
}

function decodeForm(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** The answer does not show the reason for the refusal, so that a caller cannot find out which client ids exist. */
function refuseClient(privateDetail: string): AuthError {
  return new AuthError('invalid_client', 'Client authentication failed', { privateDetail });
}

const withoutSecret = { secretHash: nobody, previousSecretHash: nobody, previousSecretEndsAt: 0 };
