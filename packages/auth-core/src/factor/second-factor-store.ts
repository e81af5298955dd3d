import type { AuditEvent } from '../audit/audit-event.js';
import type { Passkey, PasskeyUse } from './passkey.js';
import type { Authenticator, Enrolment, FactorRemoval } from './second-factor.js';

/** The store of second factors. Every change and its audit event are written in one transaction. */
export abstract class SecondFactorStore {
  abstract findAuthenticator(subject: string): Promise<Authenticator | undefined>;
  /**
   * Uses the code of a time step up. Returns false if a code of this step or of a later step has been used. If the method is called
   * several times for the same step, in any number of processes, exactly one call returns true.
   */
  abstract useStep(subject: string, step: number, event: AuditEvent): Promise<boolean>;
  /** Whether the user has this recovery code and has not used it. */
  abstract hasRecoveryCode(subject: string, codeHash: Uint8Array): Promise<boolean>;
  /** Uses a recovery code up. Of several calls for the same code, exactly one returns true. */
  abstract useRecoveryCode(subject: string, codeHash: Uint8Array, event: AuditEvent): Promise<boolean>;
  /** Returns the number of recovery codes that have not been used. */
  abstract countRecoveryCodes(subject: string): Promise<number>;
  abstract findPasskey(credentialId: string): Promise<Passkey | undefined>;
  /** Returns the passkeys of a user, the oldest first. */
  abstract listPasskeys(subject: string): Promise<Passkey[]>;
  /** Whether a challenge was used by a passkey, or in an enrolment. */
  abstract isChallengeUsed(challengeHash: Uint8Array): Promise<boolean>;
  /**
   * Uses the challenge up and stores the counter. Returns false if the challenge was used, the user has no such passkey, or the
   * counter is not greater than the stored one (both may be 0). Of several calls with the same challenge, and of several with the same
   * counter above 0, in any number of processes, exactly one returns true.
   */
  abstract usePasskey(use: PasskeyUse, event: AuditEvent): Promise<boolean>;
  /**
   * Stores an app or a passkey. Returns false and changes nothing if the user is not active, has another generation, or has changed
   * the second factor meanwhile, if its challenge was used, or if somebody has the passkey: then only the challenge is used up.
   */
  abstract enrol(enrolment: Enrolment, event: AuditEvent): Promise<boolean>;
  /** Replaces all recovery codes. Returns false if the user has no second factor that last changed at the given time. */
  abstract replaceRecoveryCodes(
    subject: string,
    factorAt: number,
    codeHashes: readonly Uint8Array[],
    event: AuditEvent,
  ): Promise<boolean>;
  /** Removes the app or a passkey. Returns false and changes nothing if there is none, or the second factor has changed meanwhile. */
  abstract removePart(removal: FactorRemoval, event: AuditEvent): Promise<boolean>;
  /**
   * Removes the whole second factor with its recovery codes.
   *
   * @returns false if the user has none
   */
  abstract remove(subject: string, event: AuditEvent): Promise<boolean>;
  /** Lists authenticators in the order of their subjects, beginning after `after`. */
  abstract listAuthenticators(after: string, limit: number): Promise<Authenticator[]>;
  /** Stores the same secret, encrypted with another key, unless the authenticator was replaced meanwhile. */
  abstract resealAuthenticator(subject: string, from: Uint8Array, to: Uint8Array): Promise<void>;
}
