/** The authenticator app of a user (RFC 6238). All times are epoch milliseconds. */
export interface Authenticator {
  readonly subject: string;
  /** The secret of the app, encrypted with the server's secret key. */
  readonly sealedSecret: Uint8Array;
  /** The newest time step whose code was used. No code of this step or of an earlier step is accepted. */
  readonly lastStep: number;
  readonly createdAt: number;
}

/** A second factor that a user has just set up, with everything that is stored with it. */
export interface Enrolment {
  readonly authenticator: Authenticator;
  readonly userGeneration: number;
  /** The time when the user set up the former factor. The enrolment fails if this has changed meanwhile. */
  readonly formerAt: number | undefined;
  /** The time that the user gets as `secondFactorAt`. */
  readonly at: number;
  readonly recoveryCodeHashes: readonly Uint8Array[];
}

/** The way in which a user proved the second factor. */
export type FactorMethod = 'authenticator' | 'recovery-code';
