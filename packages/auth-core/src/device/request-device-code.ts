import { deviceAuthorizationForm } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';
import { authenticateClient } from '../client/authenticate-client.js';
import type { Client } from '../client/client.js';
import { assertionFields } from '../client/client-assertion.js';
import { refuseInQuery } from '../request/parameters.js';
import { requireRealm } from '../request/require-realm.js';
import { refuseOtherScope } from '../request/scope.js';
import type { TokenRequest } from '../request/token-request.js';
import { hashDeviceCode, makeDeviceCode } from './device-code.js';
import type { DeviceContext } from './device-context.js';
import { hashUserCode, makeUserCode, showUserCode } from './user-code.js';

/** The answer to a device that asks for a code (RFC 8628 3.2). */
export interface DeviceAuthorization {
  readonly deviceCode: string;
  /** The code in the form in which people read it, such as `WDJB-MJHT`. */
  readonly userCode: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

const bodyOnly: ReadonlySet<string> = new Set([...deviceAuthorizationForm.fieldNames, ...assertionFields]);
const lifetimeSeconds = 10 * 60;
const intervalSeconds = 5;
/**
 * The maximum number of waiting codes of a client. With this limit, no client can fill the table, and a guess hits one
 * of the codes only once in 25 million times.
 */
const codesPerClientAtMost = 1_000;
const attemptsAtMost = 5;

/**
 * The device authorization endpoint: gives a device the code that its user types on the page (RFC 8628 3.1).
 *
 * @throws AuthError `invalid_request`, `invalid_client`, `unauthorized_client`, `invalid_scope`, `throttled`
 */
export async function requestDeviceCode(context: DeviceContext, request: TokenRequest): Promise<DeviceAuthorization> {
  refuseInQuery(request.query, bodyOnly);
  requireRealm(request.query);
  const client = await authenticateClient(context, request.body, request.authorization, request.origin);
  requireDeviceFlow(client);
  refuseOtherScope(request.body.get('scope'), context.settings.scope);
  const living = await context.devices.countLiving(client.clientId, context.clock.now());
  if (living >= codesPerClientAtMost) {
    throw new AuthError('throttled', 'Too many devices of this client wait', { retryAfterSeconds: 60 });
  }
  const deviceCode = makeDeviceCode(context.randomness);
  const userCode = await addCode(context, client, deviceCode, request);
  return { deviceCode, userCode: showUserCode(userCode), expiresInSeconds: lifetimeSeconds, intervalSeconds };
}

/** @throws AuthError `unauthorized_client` */
export function requireDeviceFlow(client: Client): void {
  if (!client.deviceFlow) throw new AuthError('unauthorized_client', 'The client may not use the device flow');
}

/** Two devices never have the same user code at the same time. */
async function addCode(
  context: DeviceContext,
  { clientId }: Client,
  deviceCode: string,
  { origin }: TokenRequest,
): Promise<string> {
  const now = context.clock.now();
  for (let attempt = 0; attempt < attemptsAtMost; attempt++) {
    const userCode = makeUserCode(context.randomness);
    const [{ hash: userCodeHash }] = hashUserCode(context.secret, userCode);
    const code = {
      deviceHash: hashDeviceCode(deviceCode),
      userCodeHash,
      clientId,
      scope: context.settings.scope,
      address: origin.address,
      createdAt: now,
      expiresAt: now + lifetimeSeconds * 1000,
      intervalSeconds,
      polledAt: undefined,
      decidedAt: undefined,
      subject: undefined,
      rights: [],
      authenticatedAt: undefined,
      userGeneration: undefined,
      usedAt: undefined,
      grantId: undefined,
    };
    const event = { at: now, event: 'device.requested', outcome: 'success', clientId, ...origin } as const;
    if (await context.devices.add(code, event)) return userCode;
  }
  throw new Error('No user code is free');
}
