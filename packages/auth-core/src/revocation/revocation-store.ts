import type { AuditEvent } from '../audit/audit-event.js';
import type { Revocation } from './revocation.js';

/** The revocation feed at rest. Entries become visible in the order of their positions, on every database. */
export abstract class RevocationStore {
  /** Entries after a position, oldest first. */
  abstract listAfter(position: number, limit: number): Promise<Revocation[]>;
  /** The newest position, 0 for an empty feed. */
  abstract newestPosition(): Promise<number>;
  /** Makes one access token known as revoked. Answers false where it was already. */
  abstract revokeToken(tokenId: string, event: AuditEvent): Promise<boolean>;
  abstract isTokenRevoked(tokenId: string): Promise<boolean>;
}
