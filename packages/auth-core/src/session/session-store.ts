import type { AuditEvent } from '../audit/audit-event.js';
import type { Session } from './session.js';

/** The store of sign-in sessions. A session is found by the hash of the secret that the browser keeps. */
export abstract class SessionStore {
  abstract find(sessionHash: Uint8Array): Promise<Session | undefined>;
  /** Adds a session and ends the browser's previous session. */
  abstract replace(former: Uint8Array | undefined, session: Session): Promise<void>;
  /** Ends a session. Returns false if the session does not exist. */
  abstract end(sessionHash: Uint8Array, event: AuditEvent): Promise<boolean>;
}
