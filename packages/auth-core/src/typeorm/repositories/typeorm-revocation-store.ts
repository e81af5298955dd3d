import type { Database } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Clock } from '../../clock.js';
import { type Revocation, revocationDigest } from '../../revocation/revocation.js';
import type { RevocationStore } from '../../revocation/revocation-store.js';
import { insertAudit } from '../statements/insert-audit.js';
import { insertRevocation } from '../statements/insert-revocation.js';

interface RevocationRow {
  readonly position: number;
  readonly digest: string;
  readonly up_to_generation: number | null;
  readonly revoked_at: number;
}

export class SqlRevocationStore implements RevocationStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async listAfter(position: number, limit: number): Promise<Revocation[]> {
    const rows = await this.#database.query<RevocationRow>(
      'SELECT position, digest, up_to_generation, revoked_at FROM auth_revocation WHERE position > $1 ORDER BY position LIMIT $2',
      [position, limit],
    );
    return rows.map((row) => ({
      position: row.position,
      digest: row.digest,
      upToGeneration: row.up_to_generation ?? undefined,
      revokedAt: row.revoked_at,
    }));
  }

  async newestPosition(): Promise<number> {
    const [row] = await this.#database.query<{ newest: number | null }>(
      'SELECT MAX(position) AS newest FROM auth_revocation',
    );
    return row?.newest ?? 0;
  }

  revokeToken(tokenId: string, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const known = await transaction.query('SELECT 1 FROM auth_revocation WHERE digest = $1', [
        revocationDigest('token', tokenId),
      ]);
      if (known.length > 0) return false;
      await insertRevocation(transaction, { kind: 'token', id: tokenId, at: this.#clock.now() });
      await insertAudit(transaction, event);
      return true;
    });
  }

  async isTokenRevoked(tokenId: string): Promise<boolean> {
    const known = await this.#database.query('SELECT 1 FROM auth_revocation WHERE digest = $1', [
      revocationDigest('token', tokenId),
    ]);
    return known.length > 0;
  }
}
