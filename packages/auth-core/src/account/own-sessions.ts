import type { RequestOrigin } from '../audit/audit-event.js';
import type { Clock } from '../clock.js';
import type { Device } from '../session/session.js';
import type { SessionStore } from '../session/session-store.js';
import { hashSession } from '../session/sign-in-session.js';
import type { User } from '../user/user.js';

/** The data that a user sees about one browser with a sign-in of the user. All times are epoch milliseconds. */
export interface OwnSession extends Device {
  /** The id by which the user names the session. Nobody can sign in with this id. */
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** Whether the list was requested from this browser. */
  readonly isCurrent: boolean;
}

/** The objects with which a user sees and ends the user's own sessions. */
interface OwnSessionsContext {
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

type Owner = Pick<User, 'subject' | 'userId' | 'generation'>;

/** The maximum number of sessions in a list, which is more than a person can distinguish. */
const sessionsAtMost = 100;
const idForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Lists the browsers in which a user is signed in. The last used browser comes first.
 *
 * @param current the secret of the session in the browser that asks, if it has one
 */
export async function listOwnSessions(
  { sessions, clock }: OwnSessionsContext,
  { subject, generation: userGeneration }: Owner,
  current: string | undefined,
): Promise<readonly OwnSession[]> {
  const found = await sessions.list({ subject, userGeneration, now: clock.now(), limit: sessionsAtMost });
  const currentId = current === undefined ? undefined : idOf(hashSession(current));
  return found
    .map(({ sessionHash, createdAt, lastUsedAt, expiresAt, browserName, systemName }) => ({
      sessionId: idOf(sessionHash),
      browserName,
      systemName,
      startedAt: createdAt,
      lastUsedAt: lastUsedAt ?? createdAt,
      expiresAt,
      isCurrent: idOf(sessionHash) === currentId,
    }))
    .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt);
}

/** Ends one session. Returns false if the session has already ended or belongs to another user. */
export async function endOwnSession(
  { sessions, clock }: OwnSessionsContext,
  { subject, userId }: Owner,
  sessionId: string,
  origin: RequestOrigin,
): Promise<boolean> {
  if (!idForm.test(sessionId)) return false;
  const detail = { sessions: 1 };
  const event = {
    at: clock.now(),
    event: 'user.sessions-ended',
    outcome: 'success',
    userId,
    detail,
    ...origin,
  } as const;
  return sessions.end(Buffer.from(sessionId, 'base64url'), event, subject);
}

/**
 * Ends all sessions except the session of the requesting browser, and returns how many have ended.
 *
 * @param current the secret of the session in the browser that asks, if it has one
 */
export function endOtherSessions(
  { sessions, clock }: OwnSessionsContext,
  { subject, userId }: Owner,
  current: string | undefined,
  origin: RequestOrigin,
): Promise<number> {
  const kept = current === undefined ? undefined : hashSession(current);
  const event = { at: clock.now(), event: 'user.sessions-ended', outcome: 'success', userId, ...origin } as const;
  return sessions.endOthers(subject, kept, event);
}

function idOf(sessionHash: Uint8Array): string {
  return Buffer.from(sessionHash).toString('base64url');
}
