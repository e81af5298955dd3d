import type { AuditEvent } from '../audit/audit-event.js';
import type { Session } from './session.js';

/** Sign-in sessions at rest, by the hash of what the browser keeps. */
export interface SessionStore {
  find(sessionHash: Uint8Array): Promise<Session | undefined>;
  /** Adds a session and ends the one the browser had before. */
  replace(former: Uint8Array | undefined, session: Session): Promise<void>;
  /** Answers false where there is no such session. */
  end(sessionHash: Uint8Array, event: AuditEvent): Promise<boolean>;
}
