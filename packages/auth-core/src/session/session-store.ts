import type { AuditEvent } from '../audit/audit-event.js';
import type { Session } from './session.js';

/** Sign-in sessions at rest, by the hash of what the browser keeps. */
export abstract class SessionStore {
  abstract find(sessionHash: Uint8Array): Promise<Session | undefined>;
  /** Adds a session and ends the one the browser had before. */
  abstract replace(former: Uint8Array | undefined, session: Session): Promise<void>;
  /** Answers false where there is no such session. */
  abstract end(sessionHash: Uint8Array, event: AuditEvent): Promise<boolean>;
}
