import type { Passkey, UsedChallenge } from './passkey.js';

/** The authenticator app of a user (RFC 6238). All times are epoch milliseconds. */
export interface Authenticator {
  readonly subject: string;
  /** The secret of the app, encrypted with the server's secret key. */
  readonly sealedSecret: Uint8Array;
  /** The newest time step whose code was used. No code of this step or of an earlier step is accepted. */
  readonly lastStep: number;
  readonly createdAt: number;
}

/** An authenticator app or a passkey that a user has just set up, with everything that is stored with it. */
export interface Enrolment {
  readonly subject: string;
  readonly userGeneration: number;
  /** The time when the user's second factor last changed. The enrolment fails if it has changed since then. */
  readonly formerAt: number | undefined;
  /** The time that the user gets as `secondFactorAt`. */
  readonly at: number;
  /** The new app, which replaces the app that the user has. */
  readonly authenticator?: Authenticator;
  /**
   * The new passkey, which is added to the passkeys that the user has. The enrolment fails if it already belongs to
   * somebody.
   */
  readonly passkey?: Passkey;
  /** The challenge that the new passkey has answered. The enrolment fails if the challenge was used. */
  readonly challenge?: UsedChallenge;
  /** The new codes, which replace the recovery codes that the user has. */
  readonly recoveryCodeHashes?: readonly Uint8Array[];
}

/** A part of a user's second factor that can be removed alone. */
export type FactorPart = 'authenticator' | { readonly credentialId: string };

/** The removal of a part of a second factor. */
export interface FactorRemoval {
  readonly subject: string;
  readonly part: FactorPart;
  /** The time when the user's second factor last changed. The removal fails if it has changed since then. */
  readonly formerAt: number;
  /**
   * The time that the user gets as `secondFactorAt`. Undefined if the last part is removed; the recovery codes are then
   * removed too.
   */
  readonly at: number | undefined;
}

/** The way in which a user proved the second factor. */
export type FactorMethod = 'authenticator' | 'passkey' | 'recovery-code';

/** Returns the time of a change, which is always later than the change before. */
export function laterThan(formerAt: number | undefined, now: number): number {
  return Math.max(now, (formerAt ?? 0) + 1);
}
