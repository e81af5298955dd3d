import type { AuditEvent } from '../audit/audit-event.js';

/** A signed JWT of a client that has been accepted. */
export interface UsedAssertion {
  /** The digest of the client and the `jti`. */
  readonly hash: Uint8Array;
  /** The time from which the JWT is refused because of its age, so that the row can be removed (epoch milliseconds). */
  readonly expiresAt: number;
}

/** Remembers the signed JWTs of clients, so that each JWT is accepted only once. */
export abstract class AssertionStore {
  /**
   * Uses a JWT up. If the method is called several times for the same JWT, in any number of processes, exactly one call
   * returns true. Every other call writes the event.
   */
  abstract use(assertion: UsedAssertion, replayed: AuditEvent): Promise<boolean>;
}
