import type { AuditEvent } from '../audit/audit-event.js';
import type { Passkey, PasskeyUse } from './passkey.js';
import type { Authenticator, Enrolment, FactorRemoval } from './second-factor.js';

/** The store of second factors. Every change and its audit event are written in one transaction. */
export abstract class SecondFactorStore {
  abstract findAuthenticator(subject: string): Promise<Authenticator | undefined>;
  /**
   * Uses up the code of a time step. Returns false if a code of this step or of a later step has been used. If the
   * method is called several times for the same step, in any number of processes, exactly one call returns true.
   */
  abstract useStep(subject: string, step: number, event: AuditEvent): Promise<boolean>;
  /** Whether the user has this recovery code and has not used it. */
  abstract hasRecoveryCode(subject: string, codeHash: Uint8Array): Promise<boolean>;
  /**
   * Uses a recovery code up. If the method is called several times for the same code, exactly one call returns true.
   */
  abstract useRecoveryCode(subject: string, codeHash: Uint8Array, event: AuditEvent): Promise<boolean>;
  /** Returns the number of recovery codes that have not been used. */
  abstract countRecoveryCodes(subject: string): Promise<number>;
  abstract findPasskey(credentialId: string): Promise<Passkey | undefined>;
  /** Returns the passkeys of a user, the oldest first. */
  abstract listPasskeys(subject: string): Promise<Passkey[]>;
  /** Whether a challenge was already used, either by a passkey or in an enrolment. */
  abstract isChallengeUsed(challengeHash: Uint8Array): Promise<boolean>;
  /**
   * Uses the challenge up and stores the counter. Returns false if the challenge was used, if the user has no such
   * passkey, or if the counter is not greater than the stored one (both may be 0). If several calls have the same
   * challenge, or the same counter above 0, exactly one of them returns true, in any number of processes.
   */
  abstract usePasskey(use: PasskeyUse, event: AuditEvent): Promise<boolean>;
  /**
   * Stores an app or a passkey. Returns false and changes nothing if the user is not active, has another generation, or
   * has changed the second factor in the meantime, or if the challenge of the passkey was used. If the passkey already
   * belongs to somebody, the method also returns false, but uses the challenge up.
   */
  abstract enrol(enrolment: Enrolment, event: AuditEvent): Promise<boolean>;
  /**
   * Replaces all recovery codes. Returns false if the user has no second factor, or if it did not last change at the
   * given time.
   */
  abstract replaceRecoveryCodes(
    subject: string,
    factorAt: number,
    codeHashes: readonly Uint8Array[],
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Removes the app or a passkey. Returns false and changes nothing if there is none, or if the second factor has
   * changed in the meantime.
   */
  abstract removePart(removal: FactorRemoval, event: AuditEvent): Promise<boolean>;
  /**
   * Removes the whole second factor with its recovery codes.
   *
   * @returns false if the user has none
   */
  abstract remove(subject: string, event: AuditEvent): Promise<boolean>;
  /** Lists authenticators in the order of their subjects, beginning after `after`. */
  abstract listAuthenticators(after: string, limit: number): Promise<Authenticator[]>;
  /** Stores the same secret, encrypted with another key, unless the authenticator was replaced in the meantime. */
  abstract resealAuthenticator(subject: string, from: Uint8Array, to: Uint8Array): Promise<void>;
}
