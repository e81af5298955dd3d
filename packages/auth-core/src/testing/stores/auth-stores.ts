import { rights } from '@trading-platform/domain-types';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { StoredClient } from '../../client/client.js';
import type { StoredGrant } from '../../grant/grant.js';
import type { AuthPorts } from '../../server/make-auth-server.js';
import type { StoredUser } from '../../user/user.js';

/** All stores of one kind, which work on the same data. */
export type AuthStores = Omit<AuthPorts, 'hasher' | 'clock' | 'randomness'>;

/** Makes a set of empty stores. */
export type MakeStores = () => Promise<AuthStores>;

export const start = Date.UTC(2026, 3, 1);
export const dayMs = 24 * 60 * 60 * 1000;

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

export function anEvent(event: Partial<AuditEvent> = {}): AuditEvent {
  return { at: start, event: 'client.created', outcome: 'success', address: 'local', ...event };
}

export function aClient(client: Partial<StoredClient> = {}): StoredClient {
  return {
    clientId: 'shop',
    name: '店',
    redirectUris: ['https://shop.example/callback'],
    codeFlow: true,
    credentialsFlow: false,
    pkceRequired: true,
    memberWide: true,
    account: true,
    passwordSuffices: true,
    deviceFlow: true,
    openid: false,
    rights,
    memberCode: undefined,
    jwks: undefined,
    jwksUri: undefined,
    keysRequired: false,
    secretHash: bytesOf('secret'),
    secretKeyId: 'key',
    secretCreatedAt: start,
    previousSecretHash: undefined,
    previousSecretKeyId: undefined,
    previousSecretEndsAt: undefined,
    disabledAt: undefined,
    generation: 1,
    createdAt: start,
    updatedAt: start,
    ...client,
  };
}

export function aUser(user: Partial<StoredUser> = {}): StoredUser {
  return {
    userId: 'hanako',
    subject: 'subject-1',
    memberCode: '10000001',
    name: '花子',
    email: '',
    passwordHash: 'hash',
    passwordChangedAt: start,
    secondFactorAt: undefined,
    secondFactorRequired: false,
    memberRequiresSecondFactor: false,
    disabledAt: undefined,
    generation: 1,
    createdAt: start,
    updatedAt: start,
    ...user,
  };
}

export function aGrant(grant: Partial<StoredGrant> = {}): StoredGrant {
  return {
    grantId: 'grant-1',
    clientId: 'shop',
    subject: 'subject-1',
    flow: 'code',
    scope: 'openid',
    rights,
    authenticatedAt: start,
    startedAt: start,
    renewedAt: start,
    refreshExpiresAt: start + dayMs,
    endedAt: undefined,
    endReason: undefined,
    refreshHash: bytesOf('first'),
    refreshKeyId: 'key',
    replacedHash: undefined,
    replacedAt: undefined,
    sealedAnswer: undefined,
    ...grant,
  };
}

/** Adds one client and one user to the stores, and returns the generations of both. */
export async function withClientAndUser(stores: AuthStores) {
  await stores.clients.add(aClient(), anEvent());
  await stores.users.add(aUser(), anEvent({ event: 'user.created' }));
  const { generation: clientGeneration = 0 } = (await stores.clients.find('shop')) ?? {};
  return { clientGeneration, userGeneration: 1 };
}

/** Returns the names of the events in the audit log, with the oldest event first. */
export async function eventsOf({ audit }: AuthStores): Promise<string[]> {
  return (await audit.list({ limit: 1_000 })).map(({ event }) => event).toReversed();
}

/** Returns the digests in the revocation feed, each with the generation up to which tokens are revoked. */
export async function feedOf({ revocations }: AuthStores) {
  return (await revocations.listAfter(0, 1_000)).map(({ digest, upToGeneration }) => ({ digest, upToGeneration }));
}
