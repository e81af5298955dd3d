import type { Database, Transaction } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Clock } from '../../clock.js';
import type { GrantEndReason } from '../../grant/grant.js';
import type { StoredUser } from '../../user/user.js';
import type { UserStore } from '../../user/user-store.js';
import { insertAudit } from '../statements/insert-audit.js';
import { insertRevocation } from '../statements/insert-revocation.js';

interface UserRow {
  readonly user_id: string;
  readonly subject: string;
  readonly member_code: string;
  readonly name: string;
  readonly email: string;
  readonly password_hash: string;
  readonly password_changed_at: number;
  readonly disabled_at: number | null;
  readonly generation: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export class SqlUserStore implements UserStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(userId: string): Promise<StoredUser | undefined> {
    const [row] = await this.#database.query<UserRow>('SELECT * FROM auth_user WHERE user_id = $1', [userId]);
    return row === undefined ? undefined : readUser(row);
  }

  async findBySubject(subject: string): Promise<StoredUser | undefined> {
    const [row] = await this.#database.query<UserRow>('SELECT * FROM auth_user WHERE subject = $1', [subject]);
    return row === undefined ? undefined : readUser(row);
  }

  async list(page: { readonly after?: string | undefined; readonly limit: number }): Promise<StoredUser[]> {
    const rows = await this.#database.query<UserRow>(
      'SELECT * FROM auth_user WHERE user_id > $1 ORDER BY user_id LIMIT $2',
      [page.after ?? '', page.limit],
    );
    return rows.map(readUser);
  }

  add(user: StoredUser, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const added = await transaction.execute(
        `INSERT INTO auth_user (user_id, subject, member_code, name, email, password_hash, password_changed_at,
           disabled_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (user_id) DO NOTHING`,
        [
          user.userId,
          user.subject,
          user.memberCode,
          user.name,
          user.email,
          user.passwordHash,
          user.passwordChangedAt,
          user.disabledAt ?? null,
          user.createdAt,
          user.updatedAt,
        ],
      );
      if (added === 0) return false;
      await insertAudit(transaction, event);
      return true;
    });
  }

  setPassword(userId: string, passwordHash: string, event: AuditEvent): Promise<boolean> {
    return this.#endAccess(userId, 'password-set', event, (transaction) =>
      transaction.execute(
        'UPDATE auth_user SET password_hash = $2, password_changed_at = $3, updated_at = $3 WHERE user_id = $1',
        [userId, passwordHash, event.at],
      ),
    );
  }

  async upgradePasswordHash(subject: string, from: string, to: string): Promise<void> {
    await this.#database.execute('UPDATE auth_user SET password_hash = $3 WHERE subject = $1 AND password_hash = $2', [
      subject,
      from,
      to,
    ]);
  }

  setDisabled(userId: string, disabled: boolean, event: AuditEvent): Promise<boolean> {
    if (disabled) {
      return this.#endAccess(userId, 'user-disabled', event, (transaction) =>
        transaction.execute('UPDATE auth_user SET disabled_at = $2, updated_at = $2 WHERE user_id = $1', [
          userId,
          event.at,
        ]),
      );
    }
    return this.#database.transaction(async (transaction) => {
      const changed = await transaction.execute(
        'UPDATE auth_user SET disabled_at = NULL, updated_at = $2 WHERE user_id = $1',
        [userId, event.at],
      );
      if (changed === 0) return false;
      await insertAudit(transaction, event);
      return true;
    });
  }

  remove(userId: string, event: AuditEvent): Promise<boolean> {
    return this.#endAccess(userId, 'user-deleted', event, (transaction) =>
      transaction.execute('DELETE FROM auth_user WHERE user_id = $1', [userId]),
    );
  }

  /** The change, a new generation and the end of everything of the one so far are one transaction. */
  #endAccess(
    userId: string,
    reason: GrantEndReason,
    event: AuditEvent,
    change: (transaction: Transaction) => Promise<number>,
  ): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      // First of all: it locks the user's row, so that no grant of the former generation can be added any more.
      const ended = await transaction.execute('UPDATE auth_user SET generation = generation + 1 WHERE user_id = $1', [
        userId,
      ]);
      if (ended === 0) return false;
      const [user] = await transaction.query<Pick<UserRow, 'subject' | 'generation'>>(
        'SELECT subject, generation FROM auth_user WHERE user_id = $1',
        [userId],
      );
      if (user === undefined || (await change(transaction)) === 0) return false;
      await transaction.execute(
        'UPDATE auth_grant SET ended_at = $2, end_reason = $3, sealed_answer = NULL WHERE subject = $1 AND ended_at IS NULL',
        [user.subject, event.at, reason],
      );
      await transaction.execute('DELETE FROM auth_code WHERE expires_at > $2 AND subject = $1 AND used_at IS NULL', [
        user.subject,
        event.at,
      ]);
      await transaction.execute('DELETE FROM auth_session WHERE subject = $1', [user.subject]);
      await insertRevocation(transaction, {
        kind: 'user',
        id: user.subject,
        upToGeneration: user.generation - 1,
        at: this.#clock.now(),
      });
      await insertAudit(transaction, event);
      return true;
    });
  }
}

function readUser(row: UserRow): StoredUser {
  return {
    userId: row.user_id,
    subject: row.subject,
    memberCode: row.member_code,
    name: row.name,
    email: row.email,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    disabledAt: row.disabled_at ?? undefined,
    generation: row.generation,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
