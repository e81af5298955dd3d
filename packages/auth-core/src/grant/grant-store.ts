import type { Right } from '@trading-platform/domain-types';
import type { AuditEvent } from '../audit/audit-event.js';
import type { Generations } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import type { AuthorizationCode } from './authorization-code.js';
import type { GrantEndReason, StoredGrant } from './grant.js';

/**
 * The store of grants and codes. Every change is stored in one transaction with its audit event and with the revocation that the
 * change causes. If a process is killed at any point, either all parts of a change are stored or none.
 */
export abstract class GrantStore {
  abstract find(grantId: string): Promise<StoredGrant | undefined>;
  /** Returns a grant, with its user unless the user has been deleted. */
  abstract findWithUser(grantId: string): Promise<{ grant: StoredGrant; user: TokenUser | undefined } | undefined>;
  /**
   * Adds a grant. Returns false and adds nothing if the user or the client is not active, or no longer has the given generation.
   */
  abstract add(grant: StoredGrant, generations: Generations, event: AuditEvent): Promise<boolean>;
  abstract addCode(code: AuthorizationCode, event: AuditEvent): Promise<void>;
  /** Returns a code, with the user who allowed it unless the user has been deleted. */
  abstract findCode(
    codeHash: Uint8Array,
  ): Promise<{ code: AuthorizationCode; user: TokenUser | undefined } | undefined>;
  /**
   * Marks a code as used, and adds the grant that begins with this code. If the method is called several times for the same code,
   * in any number of processes, exactly one call returns true. Every call returns false if the code has been used or has expired,
   * or if the user or the client is not active or no longer has the given generation. In the latter case the code stays unused.
   */
  abstract exchangeCode(
    codeHash: Uint8Array,
    grant: StoredGrant,
    generations: Generations,
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Marks a device code as used, and adds the grant that begins with it. Returns true or false in the same cases as
   * `exchangeCode`.
   */
  abstract exchangeDeviceCode(
    deviceHash: Uint8Array,
    grant: StoredGrant,
    generations: Generations,
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Replaces the refresh token of a grant. If the method is called several times for the same presented token, exactly one call
   * returns true. Every call returns false if the token is not the newest token or has expired, if the grant has ended, or if the
   * user or the client is not active or no longer has the given generation.
   */
  abstract renew(renewal: GrantRenewal, event: AuditEvent): Promise<boolean>;
  /** Ends a grant. Returns false and changes nothing if the grant has already ended or does not exist. */
  abstract end(grantId: string, reason: GrantEndReason, event: AuditEvent): Promise<boolean>;
  /** Returns the different lists of rights of the living grants that active users of a member have given to a client. */
  abstract livingRights(clientId: string, memberCode: string, now: number): Promise<readonly (readonly Right[])[]>;
  abstract list(query: GrantQuery): Promise<StoredGrant[]>;
  /** Counts the valid grants whose newest refresh token was not made with the given secret key. */
  abstract ofOtherKeys(keyId: string, now: number): Promise<GrantsOfOtherKeys>;
}

/** The replacement of a refresh token by its successor. All times of a renewal are epoch milliseconds. */
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
 * A filter for grants, which are ordered by their ids. A field without a value does not restrict the list. `now` is in epoch
 * milliseconds.
 */
export interface GrantQuery {
  readonly clientId?: string | undefined;
  readonly subject?: string | undefined;
  /** Whether ended and expired grants are included. */
  readonly includeEnded?: boolean | undefined;
  /** The grant id after which the list begins. To get the next page, pass the last id of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly now: number;
}

/** The number of grants, and the time when the last of them expires (epoch milliseconds). */
export interface GrantsOfOtherKeys {
  readonly count: number;
  readonly lastExpiresAt: number | undefined;
}
