import type { Database, SqlValue, Transaction } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Clock } from '../../clock.js';
import type { AuthorizationCode } from '../../grant/authorization-code.js';
import type { GrantEndReason, GrantFlow, StoredGrant } from '../../grant/grant.js';
import type { GrantQuery, GrantRenewal, GrantStore } from '../../grant/grant-store.js';
import type { Generations } from '../../token/token-id.js';
import type { TokenUser } from '../../user/user.js';
import { insertAudit } from '../statements/insert-audit.js';
import { insertRevocation } from '../statements/insert-revocation.js';

interface GrantRow {
  readonly grant_id: string;
  readonly client_id: string;
  readonly subject: string;
  readonly flow: string;
  readonly scope: string;
  readonly authenticated_at: number;
  readonly started_at: number;
  readonly renewed_at: number;
  readonly refresh_hash: Uint8Array;
  readonly refresh_expires_at: number;
  readonly replaced_hash: Uint8Array | null;
  readonly replaced_at: number | null;
  readonly sealed_answer: Uint8Array | null;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
}

interface CodeRow {
  readonly code_hash: Uint8Array;
  readonly grant_id: string;
  readonly client_id: string;
  readonly subject: string;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly code_challenge: string | null;
  readonly nonce: string | null;
  readonly authenticated_at: number;
  readonly user_generation: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
}

/** The user of a grant or a code, beside it; all empty where the user was deleted. */
interface UserColumns {
  readonly user_id: string | null;
  readonly member_code: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly user_disabled_at: number | null;
  readonly current_user_generation: number | null;
}

const userColumns = `u.user_id, u.member_code, u.name, u.email, u.disabled_at AS user_disabled_at,
  u.generation AS current_user_generation`;

export class SqlGrantStore implements GrantStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(grantId: string): Promise<StoredGrant | undefined> {
    const [row] = await this.#database.query<GrantRow>('SELECT * FROM auth_grant WHERE grant_id = $1', [grantId]);
    return row === undefined ? undefined : readGrant(row);
  }

  async findWithUser(grantId: string): Promise<{ grant: StoredGrant; user: TokenUser | undefined } | undefined> {
    const [row] = await this.#database.query<GrantRow & UserColumns>(
      `SELECT g.*, ${userColumns} FROM auth_grant g LEFT JOIN auth_user u ON u.subject = g.subject WHERE grant_id = $1`,
      [grantId],
    );
    return row === undefined ? undefined : { grant: readGrant(row), user: readTokenUser(row) };
  }

  add(grant: StoredGrant, generations: Generations, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      if ((await insertGrant(transaction, grant, generations)) === 0) return false;
      await insertAudit(transaction, event);
      return true;
    });
  }

  addCode(code: AuthorizationCode, event: AuditEvent): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      await transaction.execute(
        `INSERT INTO auth_code (code_hash, grant_id, client_id, subject, redirect_uri, scope, code_challenge, nonce,
           authenticated_at, user_generation, created_at, expires_at, used_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, NULL)`,
        [
          code.codeHash,
          code.grantId,
          code.clientId,
          code.subject,
          code.redirectUri,
          code.scope,
          code.codeChallenge ?? null,
          code.nonce ?? null,
          code.authenticatedAt,
          code.userGeneration,
          code.createdAt,
          code.expiresAt,
        ],
      );
      await insertAudit(transaction, event);
    });
  }

  async findCode(codeHash: Uint8Array): Promise<{ code: AuthorizationCode; user: TokenUser | undefined } | undefined> {
    const [row] = await this.#database.query<CodeRow & UserColumns>(
      `SELECT c.*, ${userColumns} FROM auth_code c LEFT JOIN auth_user u ON u.subject = c.subject WHERE code_hash = $1`,
      [codeHash],
    );
    return row === undefined ? undefined : { code: readCode(row), user: readTokenUser(row) };
  }

  exchangeCode(
    codeHash: Uint8Array,
    grant: StoredGrant,
    generations: Generations,
    event: AuditEvent,
  ): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const used = await transaction.execute(
        'UPDATE auth_code SET used_at = $2 WHERE code_hash = $1 AND used_at IS NULL AND expires_at > $2',
        [codeHash, grant.startedAt],
      );
      if (used === 0) return false;
      if ((await insertGrant(transaction, grant, generations)) === 0) return false;
      await insertAudit(transaction, event);
      return true;
    });
  }

  renew(renewal: GrantRenewal, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const renewed = await transaction.execute(
        `UPDATE auth_grant SET replaced_hash = refresh_hash, replaced_at = $5, refresh_hash = $3, refresh_expires_at = $4,
           sealed_answer = $6, renewed_at = $5
         WHERE grant_id = $1 AND refresh_hash = $2 AND ended_at IS NULL AND refresh_expires_at > $5
           AND EXISTS (SELECT 1 FROM auth_user u WHERE u.subject = auth_grant.subject AND u.disabled_at IS NULL AND u.generation = $7)
           AND EXISTS (SELECT 1 FROM auth_client c WHERE c.client_id = auth_grant.client_id AND c.disabled_at IS NULL AND c.generation = $8)`,
        [
          renewal.grantId,
          renewal.presentedHash,
          renewal.refreshHash,
          renewal.refreshExpiresAt,
          renewal.at,
          renewal.sealedAnswer ?? null,
          renewal.userGeneration,
          renewal.clientGeneration,
        ],
      );
      if (renewed === 0) return false;
      await insertAudit(transaction, event);
      return true;
    });
  }

  end(grantId: string, reason: GrantEndReason, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const ended = await transaction.execute(
        `UPDATE auth_grant SET ended_at = $2, end_reason = $3, sealed_answer = NULL
         WHERE grant_id = $1 AND ended_at IS NULL`,
        [grantId, event.at, reason],
      );
      if (ended === 0) return false;
      await insertRevocation(transaction, { kind: 'grant', id: grantId, at: this.#clock.now() });
      await insertAudit(transaction, event);
      return true;
    });
  }

  async list(query: GrantQuery): Promise<StoredGrant[]> {
    const values: SqlValue[] = [query.after ?? '', query.limit];
    const conditions = ['grant_id > $1'];
    const narrow = (condition: (placeholder: string) => string, value: SqlValue) => {
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    };
    if (query.clientId !== undefined) narrow((value) => `client_id = ${value}`, query.clientId);
    if (query.subject !== undefined) narrow((value) => `subject = ${value}`, query.subject);
    if (query.includeEnded !== true) narrow((value) => `ended_at IS NULL AND refresh_expires_at > ${value}`, query.now);
    const rows = await this.#database.query<GrantRow>(
      `SELECT * FROM auth_grant WHERE ${conditions.join(' AND ')} ORDER BY grant_id LIMIT $2`,
      values,
    );
    return rows.map(readGrant);
  }
}

/**
 * Only for a user and a client that are active and of their generations at this very moment: so the password is still the
 * one that was given. PostgreSQL locks the user's row, so that nobody is disabled between the look and the commit.
 */
function insertGrant(
  transaction: Transaction,
  grant: StoredGrant,
  { userGeneration, clientGeneration }: Generations,
): Promise<number> {
  return transaction.execute(
    `INSERT INTO auth_grant (grant_id, client_id, subject, flow, scope, authenticated_at, started_at, renewed_at,
       refresh_hash, refresh_expires_at)
     SELECT $1, c.client_id, u.subject, $4, $5, $6, $7, $7, $8, $9 FROM auth_client c, auth_user u
     WHERE c.client_id = $2 AND c.disabled_at IS NULL AND u.subject = $3 AND u.disabled_at IS NULL
       AND u.generation = $10 AND c.generation = $11${transaction.dialect === 'postgres' ? ' FOR SHARE OF u' : ''}`,
    [
      grant.grantId,
      grant.clientId,
      grant.subject,
      grant.flow,
      grant.scope,
      grant.authenticatedAt,
      grant.startedAt,
      grant.refreshHash,
      grant.refreshExpiresAt,
      userGeneration,
      clientGeneration,
    ],
  );
}

function readGrant(row: GrantRow): StoredGrant {
  return {
    grantId: row.grant_id,
    clientId: row.client_id,
    subject: row.subject,
    flow: row.flow as GrantFlow,
    scope: row.scope,
    authenticatedAt: row.authenticated_at,
    startedAt: row.started_at,
    renewedAt: row.renewed_at,
    refreshExpiresAt: row.refresh_expires_at,
    endedAt: row.ended_at ?? undefined,
    endReason: (row.end_reason as GrantEndReason | null) ?? undefined,
    refreshHash: row.refresh_hash,
    replacedHash: row.replaced_hash ?? undefined,
    replacedAt: row.replaced_at ?? undefined,
    sealedAnswer: row.sealed_answer ?? undefined,
  };
}

function readTokenUser(row: UserColumns & { readonly subject: string }): TokenUser | undefined {
  const { user_id: userId, member_code: memberCode, name, email, current_user_generation: generation } = row;
  if (userId === null || memberCode === null || name === null || email === null || generation === null)
    return undefined;
  return {
    userId,
    subject: row.subject,
    memberCode,
    name,
    email,
    disabledAt: row.user_disabled_at ?? undefined,
    generation,
  };
}

function readCode(row: CodeRow): AuthorizationCode {
  return {
    codeHash: row.code_hash,
    grantId: row.grant_id,
    clientId: row.client_id,
    subject: row.subject,
    redirectUri: row.redirect_uri,
    scope: row.scope,
    codeChallenge: row.code_challenge ?? undefined,
    nonce: row.nonce ?? undefined,
    authenticatedAt: row.authenticated_at,
    userGeneration: row.user_generation,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at ?? undefined,
  };
}
