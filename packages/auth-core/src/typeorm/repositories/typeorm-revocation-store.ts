import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '../../audit/audit-event.js';
import { Clock } from '../../clock.js';
import type { Revocation } from '../../revocation/revocation.js';
import { RevocationStore } from '../../revocation/revocation-store.js';
import { AuthDatabase } from '../auth-database.js';
import { insertRevocation } from '../sql/insert-revocation.js';
import { isRevoked } from '../sql/is-revoked.js';
import { readNewestPosition, readRevocationsAfter } from '../sql/read-revocations.js';
import { auditedChange } from './audited-change.js';

@Injectable()
export class TypeOrmRevocationStore extends RevocationStore {
  constructor(
    private readonly database: AuthDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  listAfter(position: number, limit: number): Promise<Revocation[]> {
    return readRevocationsAfter(this.database, position, limit);
  }

  newestPosition(): Promise<number> {
    return readNewestPosition(this.database);
  }

  revokeToken(tokenId: string, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      if (await isRevoked(transaction, 'token', tokenId)) return false;
      await insertRevocation(transaction, { kind: 'token', id: tokenId, at: this.clock.now() });
      return true;
    });
  }

  isTokenRevoked(tokenId: string): Promise<boolean> {
    return isRevoked(this.database, 'token', tokenId);
  }
}
