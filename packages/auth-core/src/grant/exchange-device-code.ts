import { AuthError } from '../auth-error.js';
import type { Client } from '../client/client.js';
import { type DeviceCode, hashDeviceCode } from '../device/device-code.js';
import { requireDeviceFlow } from '../device/request-device-code.js';
import { requireParameter } from '../request/parameters.js';
import type { TokenRequest } from '../request/token-request.js';
import { generationsOf } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import { winWithNewerClient } from './find-newer-client.js';
import type { GrantContext } from './grant-context.js';
import type { GrantTokens } from './issued-tokens.js';
import { makeGrantId } from './refresh-token.js';
import { startGrant } from './start-grant.js';

/** If a device polls too early, the interval between its later polls grows by this time (RFC 8628 3.5). */
const slowerBySeconds = 5;
/**
 * A poll may be early by this time, because clocks of servers differ a little, and timers of devices fire a little
 * early.
 */
const toleranceMs = 1_000;

/**
 * Issues tokens to a device whose user has allowed it (RFC 8628 3.4). Until then, the device polls. A code works once.
 * As with an authorization code, a second use ends the grant that began with the first use.
 *
 * @throws AuthError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_request`, `invalid_grant`,
 * `unauthorized_client`
 */
export async function exchangeDeviceCode(
  context: GrantContext,
  client: Client,
  request: TokenRequest,
): Promise<GrantTokens> {
  requireDeviceFlow(client);
  const code = await context.devices.find(hashDeviceCode(requireParameter(request.body, 'device_code')));
  if (code === undefined) throw refuseCode('unknown device code');
  if (code.clientId !== client.clientId) throw refuseCode('device code of another client');
  if (code.usedAt !== undefined) throw await refuseReplay(context, code, request);
  if (code.decidedAt !== undefined && code.subject === undefined) {
    throw new AuthError('access_denied', 'The user refused the device');
  }
  if (code.expiresAt <= context.clock.now()) throw new AuthError('expired_token', 'The device code has expired');
  if (code.decidedAt === undefined) throw await refusePoll(context, code);
  const user = await context.users.findBySubject(code.subject ?? '');
  if (user === undefined || user.disabledAt !== undefined) throw refuseCode('user no longer active');
  if (user.generation !== code.userGeneration) throw refuseCode('password given before the last change of the user');
  return winExchange(context, { client, user, code }, request);
}

interface Exchange {
  readonly client: Client;
  readonly user: TokenUser;
  readonly code: DeviceCode;
}

async function winExchange(context: GrantContext, exchange: Exchange, request: TokenRequest): Promise<GrantTokens> {
  const tokens = await winWithNewerClient(context, exchange.client, (client) =>
    tryToWin(context, { ...exchange, client }, request),
  );
  if (tokens !== undefined) return tokens;
  const now = await context.devices.find(exchange.code.deviceHash);
  throw now?.usedAt === undefined ? refuseCode('changed meanwhile') : await refuseReplay(context, now, request);
}

async function tryToWin(
  context: GrantContext,
  { client, user, code }: Exchange,
  request: TokenRequest,
): Promise<GrantTokens | undefined> {
  const { scope, rights, authenticatedAt = code.createdAt, deviceHash } = code;
  const grantId = makeGrantId(context.randomness);
  const start = { grantId, client, user, flow: 'device', scope, rights, authenticatedAt } as const;
  const { grant, tokens, event } = await startGrant(context, start, request.origin);
  const won = await context.grants.exchangeDeviceCode(deviceHash, grant, generationsOf(start), event);
  return won ? tokens : undefined;
}

async function refusePoll(context: GrantContext, code: DeviceCode): Promise<AuthError> {
  const now = context.clock.now();
  const isEarly = code.polledAt !== undefined && now < code.polledAt + code.intervalSeconds * 1000 - toleranceMs;
  const intervalSeconds = code.intervalSeconds + (isEarly ? slowerBySeconds : 0);
  await context.devices.notePoll(code.deviceHash, now, intervalSeconds);
  return isEarly
    ? new AuthError('slow_down', `Wait ${intervalSeconds} seconds between two requests`)
    : new AuthError('authorization_pending', 'The user has not decided yet');
}

/** If a device code is used twice, it may have been stolen, so the grant that began with it ends. */
async function refuseReplay(context: GrantContext, code: DeviceCode, request: TokenRequest): Promise<AuthError> {
  const { clientId, grantId = '' } = code;
  const at = context.clock.now();
  const event = {
    at,
    event: 'device-code.replayed',
    outcome: 'refused',
    clientId,
    grantId,
    ...request.origin,
  } as const;
  await context.grants.end(grantId, 'replayed', event);
  return refuseCode('replayed device code');
}

/** The answer does not show the reason for the refusal, so that a caller cannot find out what a code was for. */
function refuseCode(privateDetail: string): AuthError {
  return new AuthError('invalid_grant', 'The device code is invalid, expired or already used', { privateDetail });
}
