import type { Database } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Session } from '../../session/session.js';
import type { SessionStore } from '../../session/session-store.js';
import { insertAudit } from '../statements/insert-audit.js';

interface SessionRow {
  readonly session_hash: Uint8Array;
  readonly subject: string;
  readonly authenticated_at: number;
  readonly user_generation: number;
  readonly created_at: number;
  readonly expires_at: number;
}

export class SqlSessionStore implements SessionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(sessionHash: Uint8Array): Promise<Session | undefined> {
    const [row] = await this.#database.query<SessionRow>('SELECT * FROM auth_session WHERE session_hash = $1', [
      sessionHash,
    ]);
    if (row === undefined) return undefined;
    return {
      sessionHash: row.session_hash,
      subject: row.subject,
      authenticatedAt: row.authenticated_at,
      userGeneration: row.user_generation,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    };
  }

  replace(former: Uint8Array | undefined, session: Session): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      if (former !== undefined) {
        await transaction.execute('DELETE FROM auth_session WHERE session_hash = $1', [former]);
      }
      await transaction.execute(
        `INSERT INTO auth_session (session_hash, subject, authenticated_at, user_generation, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [
          session.sessionHash,
          session.subject,
          session.authenticatedAt,
          session.userGeneration,
          session.createdAt,
          session.expiresAt,
        ],
      );
    });
  }

  end(sessionHash: Uint8Array, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const ended = await transaction.execute('DELETE FROM auth_session WHERE session_hash = $1', [sessionHash]);
      if (ended === 0) return false;
      await insertAudit(transaction, event);
      return true;
    });
  }
}
