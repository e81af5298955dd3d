import type { RequestOrigin } from '../audit/audit-event.js';
import { needsSecondFactor } from '../factor/needs-second-factor.js';
import { sha256 } from '../secret/same-bytes.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { SignedInUser } from '../user/signed-in-user.js';
import type { UserStore } from '../user/user-store.js';
import type { Device, Session } from './session.js';
import type { SessionStore } from './session-store.js';

/** The objects that sign-in sessions of browsers use. */
export interface SessionContext {
  readonly settings: Pick<AuthSettings, 'sessionLifetimeSeconds' | 'secondFactorRequired'>;
  readonly sessions: SessionStore;
  readonly users: UserStore;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

import type { Clock } from '../clock.js';
import type { Randomness } from '../randomness.js';

const secretBytes = 32;
const secretForm = /^[A-Za-z0-9_-]{43}$/;
/** The last use of a session is stored to the minute, so that most pages write nothing. */
const useNotedAgainAfterMs = 60_000;

/**
 * Begins a session after the user has typed the password. The session always gets a new secret, and the browser's previous
 * session is ended. Returns the secret that the browser is to keep, or undefined if sessions are switched off.
 *
 * @param former the session that the browser had before
 * @param device the description that the browser sends of itself
 */
export async function startSession(
  context: SessionContext,
  { user, authenticatedAt }: SignedInUser,
  former: string | undefined,
  device: Device = {},
): Promise<string | undefined> {
  const lifetimeSeconds = context.settings.sessionLifetimeSeconds;
  if (lifetimeSeconds === 0) return undefined;
  const secret = context.randomness.bytes(secretBytes).toString('base64url');
  const createdAt = context.clock.now();
  await context.sessions.replace(former === undefined ? undefined : hashSession(former), {
    ...device,
    sessionHash: hashSession(secret),
    subject: user.subject,
    authenticatedAt,
    userGeneration: user.generation,
    createdAt,
    expiresAt: createdAt + lifetimeSeconds * 1000,
  });
  return secret;
}

/**
 * Returns the user of a session, as long as the session is valid and the user is active. A session is not valid if it
 * began before the second factor of the user last changed. While the user lacks a required second factor, no session of
 * the user is valid.
 */
export async function findSignedIn(
  context: SessionContext,
  secret: string | undefined,
): Promise<SignedInUser | undefined> {
  if (context.settings.sessionLifetimeSeconds === 0 || secret === undefined || !secretForm.test(secret))
    return undefined;
  const session = await context.sessions.find(hashSession(secret));
  if (session === undefined || session.expiresAt <= context.clock.now()) return undefined;
  const user = await context.users.findBySubject(session.subject);
  if (user === undefined || user.disabledAt !== undefined || user.generation !== session.userGeneration)
    return undefined;
  if (user.secondFactorAt === undefined && needsSecondFactor(context.settings, user)) return undefined;
  if (user.secondFactorAt !== undefined && session.createdAt < user.secondFactorAt) return undefined;
  await noteUse(context, session);
  return { user, authenticatedAt: session.authenticatedAt };
}

/** Ends the session of a browser. */
export async function endSession(
  context: SessionContext,
  secret: string | undefined,
  origin: RequestOrigin,
): Promise<void> {
  if (secret === undefined) return;
  const signedIn = await findSignedIn(context, secret);
  await context.sessions.end(hashSession(secret), {
    at: context.clock.now(),
    event: 'user.signed-out',
    outcome: 'success',
    userId: signedIn?.user.userId,
    ...origin,
  });
}

async function noteUse({ sessions, clock }: SessionContext, session: Session): Promise<void> {
  const now = clock.now();
  if (now < (session.lastUsedAt ?? session.createdAt) + useNotedAgainAfterMs) return;
  await sessions.noteUse(session.sessionHash, now);
}

export function hashSession(secret: string): Buffer {
  return sha256(`session\n${secret}`);
}
