import type { AuditEvent } from '../audit/audit-event.js';
import type { StoredUser } from './user.js';

/** Users at rest. Every change and its audit event are one transaction. */
export abstract class UserStore {
  abstract find(userId: string): Promise<StoredUser | undefined>;
  abstract findBySubject(subject: string): Promise<StoredUser | undefined>;
  /** In the order of `userId`; those after `after`, at most `limit`. */
  abstract list(page: { readonly after?: string | undefined; readonly limit: number }): Promise<StoredUser[]>;
  /** Answers false, and changes nothing, where the login ID is taken. */
  abstract add(user: StoredUser, event: AuditEvent): Promise<boolean>;
  /** Also ends the user's grants; the tokens become known as revoked. */
  abstract setPassword(userId: string, passwordHash: string, event: AuditEvent): Promise<boolean>;
  /** Stores the same password under stronger parameters, unless it was changed meanwhile. */
  abstract upgradePasswordHash(subject: string, from: string, to: string): Promise<void>;
  /** Disabling also ends the user's grants; the tokens become known as revoked. */
  abstract setDisabled(userId: string, disabled: boolean, event: AuditEvent): Promise<boolean>;
  abstract remove(userId: string, event: AuditEvent): Promise<boolean>;
}
