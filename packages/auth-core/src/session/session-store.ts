import type { AuditEvent } from '../audit/audit-event.js';
import type { Session } from './session.js';

/** The sessions of one user that are valid at one instant (epoch milliseconds). */
export interface SessionQuery {
  readonly subject: string;
  readonly userGeneration: number;
  readonly now: number;
  readonly limit: number;
}

/** The store of sign-in sessions. A session is found by the hash of the secret that the browser keeps. */
export abstract class SessionStore {
  abstract find(sessionHash: Uint8Array): Promise<Session | undefined>;
  /** Lists the sessions of a user. The newest session comes first. */
  abstract list(query: SessionQuery): Promise<Session[]>;
  /** Adds a session and ends the browser's previous session. */
  abstract replace(former: Uint8Array | undefined, session: Session): Promise<void>;
  /** Stores the time when a session was last used. */
  abstract noteUse(sessionHash: Uint8Array, at: number): Promise<void>;
  /** Ends a session. Returns false if the session does not exist or, with `subject`, belongs to another user. */
  abstract end(sessionHash: Uint8Array, event: AuditEvent, subject?: string): Promise<boolean>;
  /**
   * Ends all sessions of a user except one, and returns how many have ended. If none has ended, no event is recorded.
   *
   * @param kept the session that remains; if it is undefined, all sessions end
   */
  abstract endOthers(subject: string, kept: Uint8Array | undefined, event: AuditEvent): Promise<number>;
}
