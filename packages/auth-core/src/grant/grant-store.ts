import type { AuditEvent } from '../audit/audit-event.js';
import type { Generations } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import type { AuthorizationCode } from './authorization-code.js';
import type { GrantEndReason, StoredGrant } from './grant.js';

/**
 * Grants and codes at rest. Every change, its audit event and the revocation it causes are one transaction; a process
 * killed at any point leaves all of it or nothing.
 */
export abstract class GrantStore {
  abstract find(grantId: string): Promise<StoredGrant | undefined>;
  /** A grant and, unless deleted meanwhile, its user. */
  abstract findWithUser(grantId: string): Promise<{ grant: StoredGrant; user: TokenUser | undefined } | undefined>;
  /** Adds a grant. Answers false, and adds nothing, where user or client are no longer active and of these generations. */
  abstract add(grant: StoredGrant, generations: Generations, event: AuditEvent): Promise<boolean>;
  abstract addCode(code: AuthorizationCode, event: AuditEvent): Promise<void>;
  /** A code and, unless deleted meanwhile, the user who allowed it. */
  abstract findCode(
    codeHash: Uint8Array,
  ): Promise<{ code: AuthorizationCode; user: TokenUser | undefined } | undefined>;
  /**
   * Uses a code up and adds its grant. Of any number of calls, in any number of processes, exactly one answers true. None does
   * where the code was used or has expired, or where user or client are no longer active and of these generations.
   */
  abstract exchangeCode(
    codeHash: Uint8Array,
    grant: StoredGrant,
    generations: Generations,
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Replaces the refresh token of a grant. Of any number of calls for one presented token exactly one answers true. None does
   * where the token is not the newest or has expired, where the grant has ended, or where user or client are no longer active
   * and of these generations.
   */
  abstract renew(renewal: GrantRenewal, event: AuditEvent): Promise<boolean>;
  /** Answers false, and changes nothing, where the grant has already ended or never was. */
  abstract end(grantId: string, reason: GrantEndReason, event: AuditEvent): Promise<boolean>;
  abstract list(query: GrantQuery): Promise<StoredGrant[]>;
  /** Of the grants that live: those whose newest refresh token was not made with this secret key. */
  abstract ofOtherKeys(keyId: string, now: number): Promise<GrantsOfOtherKeys>;
}

/** One refresh token takes the place of another. Times are epoch milliseconds. */
export interface GrantRenewal extends Generations {
  readonly grantId: string;
  readonly presentedHash: Uint8Array;
  readonly refreshHash: Uint8Array;
  readonly refreshKeyId: string;
  readonly refreshExpiresAt: number;
  readonly sealedAnswer: Uint8Array | undefined;
  readonly at: number;
}

/**
 * Which grants are wanted, in the order of their ids. A field without a value does not filter; `now` is in epoch
 * milliseconds.
 */
export interface GrantQuery {
  readonly clientId?: string | undefined;
  readonly subject?: string | undefined;
  /** Includes ended and expired grants. */
  readonly includeEnded?: boolean | undefined;
  /** Only grants after this id: the next page of an earlier answer. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly now: number;
}

/** How many grants there are, and when the newest refresh token of the last one expires (epoch milliseconds). */
export interface GrantsOfOtherKeys {
  readonly count: number;
  readonly lastExpiresAt: number | undefined;
}
