import type { AuditEvent } from '../audit/audit-event.js';
import type { Authenticator, Enrolment } from './second-factor.js';

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
  /**
   * Stores a new second factor with its recovery codes, in the place of the former factor. Returns false and changes nothing if the
   * user is not active, has another generation, or has set up another factor meanwhile.
   */
  abstract enrol(enrolment: Enrolment, event: AuditEvent): Promise<boolean>;
  /** Replaces all recovery codes. Returns false if the user has no second factor that was set up at the given time. */
  abstract replaceRecoveryCodes(
    subject: string,
    factorAt: number,
    codeHashes: readonly Uint8Array[],
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Removes the second factor with its recovery codes.
   *
   * @param factorAt only a factor that was set up at this time is removed; without it, any
   * @returns false if there is no such factor
   */
  abstract remove(subject: string, factorAt: number | undefined, event: AuditEvent): Promise<boolean>;
  /** Lists authenticators in the order of their subjects, beginning after `after`. */
  abstract listAuthenticators(after: string, limit: number): Promise<Authenticator[]>;
  /** Stores the same secret, encrypted with another key, unless the authenticator was replaced meanwhile. */
  abstract resealAuthenticator(subject: string, from: Uint8Array, to: Uint8Array): Promise<void>;
}
