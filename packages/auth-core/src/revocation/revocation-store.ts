import type { AuditEvent } from '../audit/audit-event.js';
import type { Revocation } from './revocation.js';

/** The store of the revocation feed. On every database, entries become visible in the order of their positions. */
export abstract class RevocationStore {
  /** Lists entries after a position, with the oldest entry first. */
  abstract listAfter(position: number, limit: number): Promise<Revocation[]>;
  /** Returns the newest position, or 0 for an empty feed. */
  abstract newestPosition(): Promise<number>;
  /** Publishes one access token as revoked. Returns false if the token has already been revoked. */
  abstract revokeToken(tokenId: string, event: AuditEvent): Promise<boolean>;
  abstract isTokenRevoked(tokenId: string): Promise<boolean>;
}
