import type { AuditEvent } from '../audit/audit-event.js';
import type { ResetLink } from './reset-link.js';
import type { StoredUser } from './user.js';

/** The conditions under which a password is set. If one of them is not true, nothing changes. */
export interface PasswordCondition {
  /** The user is active and has this generation. */
  readonly generation: number;
  /** The user has a reset link with this hash that has not expired. The link is used up. */
  readonly resetLink?: Uint8Array | undefined;
}

/** The store of users. Every change and its audit event are written in one transaction. */
export abstract class UserStore {
  abstract find(userId: string): Promise<StoredUser | undefined>;
  abstract findBySubject(subject: string): Promise<StoredUser | undefined>;
  /** Lists at most `limit` users in the order of `userId`, beginning after `after`. */
  abstract list(page: { readonly after?: string | undefined; readonly limit: number }): Promise<StoredUser[]>;
  /**
   * Adds a user. If the member requires a second factor, it is also required of the new user. Returns false and changes
   * nothing if the login ID is already used.
   */
  abstract add(user: StoredUser, event: AuditEvent): Promise<boolean>;
  /**
   * Sets the password, ends the user's sessions and grants, and publishes the tokens as revoked. If the method is
   * called several times with the same condition, in any number of processes, exactly one call returns true.
   */
  abstract setPassword(
    userId: string,
    passwordHash: string,
    event: AuditEvent,
    condition?: PasswordCondition,
  ): Promise<boolean>;
  /**
   * Stores a reset link for the present generation of an active user. The link replaces any former link. Returns false
   * if there is no such user.
   */
  abstract putResetLink(link: Omit<ResetLink, 'userGeneration'>, event: AuditEvent): Promise<boolean>;
  /** Returns the reset link with this hash, even if the link has expired or the user has changed. */
  abstract findResetLink(linkHash: Uint8Array): Promise<ResetLink | undefined>;
  /** Stores a hash of the same password with stronger parameters, unless the password was changed in the meantime. */
  abstract upgradePasswordHash(subject: string, from: string, to: string): Promise<void>;
  /** Disables or enables a user. Disabling also ends the user's grants and publishes the tokens as revoked. */
  abstract setDisabled(userId: string, disabled: boolean, event: AuditEvent): Promise<boolean>;
  /** Removes the user with the second factor, ends the user's grants, and publishes the tokens as revoked. */
  abstract remove(userId: string, event: AuditEvent): Promise<boolean>;
  /** Requires a second factor of a user, or requires it no longer. Returns false if the user does not exist. */
  abstract requireSecondFactor(userId: string, required: boolean, event: AuditEvent): Promise<boolean>;
  /**
   * Requires a second factor of all users of a member, including users who are added later, or requires it no longer. Returns the
   * number of users that the member has.
   */
  abstract requireSecondFactorOfMember(memberCode: string, required: boolean, event: AuditEvent): Promise<number>;
}
