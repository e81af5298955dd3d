import type { Right } from '@trading-platform/domain-types';
import type { RequestOrigin } from '../audit/audit-event.js';
import type { StoredClient } from '../client/client.js';
import type { SignedInUser } from '../user/signed-in-user.js';
import type { DeviceCode } from './device-code.js';
import type { DeviceContext } from './device-context.js';
import { hashUserCode, readUserCode, showUserCode } from './user-code.js';

/** A code that a person has typed into a browser. */
export interface TypedUserCode {
  readonly userCode: string;
  /** The id of the browser. Wrong codes are counted for each browser. */
  readonly browserId: string;
}

/** A device that waits for the decision of a person. */
export interface WaitingDevice {
  readonly client: StoredClient;
  readonly code: DeviceCode;
  /** The code in the form in which people read it. */
  readonly userCode: string;
}

/**
 * Finds the device that shows a code. Wrong codes are counted separately from wrong passwords, for the browser and for
 * its network, but with the same limits. A code also counts as wrong if it has expired, or if a person has already
 * decided about it.
 *
 * @returns undefined for a wrong code
 * @throws AuthError `throttled` while codes of the browser or the network are locked
 */
export async function findWaitingDevice(
  context: DeviceContext,
  { userCode, browserId }: TypedUserCode,
  origin: RequestOrigin,
): Promise<WaitingDevice | undefined> {
  const admission = await context.attempts.admit({ kind: 'device', id: browserId, address: origin.address });
  const found = await findByUserCode(context, userCode);
  if (found === undefined) {
    const event = { at: context.clock.now(), event: 'device.code-refused', outcome: 'refused', ...origin } as const;
    await context.attempts.countFailure(admission, event);
    return undefined;
  }
  await context.attempts.acceptSuccess(admission);
  return found;
}

/**
 * Lets the device act for the user. Returns false if the code has expired, or if a person has already decided about it.
 */
export async function allowDevice(
  context: DeviceContext,
  { code, client }: WaitingDevice,
  { user, authenticatedAt, rights }: SignedInUser & { readonly rights: readonly Right[] },
  origin: RequestOrigin,
): Promise<boolean> {
  const at = context.clock.now();
  const decision = {
    decidedAt: at,
    subject: user.subject,
    rights,
    authenticatedAt,
    userGeneration: user.generation,
  };
  return context.devices.decide(code.deviceHash, decision, {
    at,
    event: 'authorization.granted',
    outcome: 'success',
    clientId: client.clientId,
    userId: user.userId,
    detail: { flow: 'device', rights: rights.join(' '), device_address: code.address },
    ...origin,
  });
}

/** Refuses a device. Returns false in the same cases as `allowDevice`. */
export async function refuseDevice(
  context: DeviceContext,
  { code, client }: WaitingDevice,
  origin: RequestOrigin,
): Promise<boolean> {
  const at = context.clock.now();
  const nobody = { subject: undefined, rights: [], authenticatedAt: undefined, userGeneration: undefined };
  return context.devices.decide(
    code.deviceHash,
    { decidedAt: at, ...nobody },
    {
      at,
      event: 'authorization.cancelled',
      outcome: 'refused',
      clientId: client.clientId,
      detail: { flow: 'device', device_address: code.address },
      ...origin,
    },
  );
}

async function findByUserCode(context: DeviceContext, typed: string): Promise<WaitingDevice | undefined> {
  const userCode = readUserCode(typed);
  if (userCode === undefined) return undefined;
  const hashes = hashUserCode(context.secret, userCode).map(({ hash }) => hash);
  const code = await context.devices.findByUserCode(hashes);
  if (code === undefined || code.decidedAt !== undefined || code.expiresAt <= context.clock.now()) return undefined;
  const client = await context.clients.find(code.clientId);
  if (client === undefined || client.disabledAt !== undefined || !client.deviceFlow) return undefined;
  return { client, code, userCode: showUserCode(userCode) };
}
