import type { Database, SqlValue, Transaction } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { StoredClient } from '../../client/client.js';
import type { ClientStore, SecretChange } from '../../client/client-store.js';
import type { Clock } from '../../clock.js';
import { insertAudit } from '../statements/insert-audit.js';
import { insertRevocation } from '../statements/insert-revocation.js';

interface ClientRow {
  readonly client_id: string;
  readonly name: string;
  readonly redirect_uris: string;
  readonly code_flow: number;
  readonly credentials_flow: number;
  readonly pkce_required: number;
  readonly openid: number;
  readonly secret_hash: Uint8Array;
  readonly secret_created_at: number;
  readonly previous_secret_hash: Uint8Array | null;
  readonly previous_secret_ends_at: number | null;
  readonly disabled_at: number | null;
  readonly generation: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export class SqlClientStore implements ClientStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(clientId: string): Promise<StoredClient | undefined> {
    const [row] = await this.#database.query<ClientRow>('SELECT * FROM auth_client WHERE client_id = $1', [clientId]);
    return row === undefined ? undefined : readClient(row);
  }

  async list(): Promise<StoredClient[]> {
    const rows = await this.#database.query<ClientRow>('SELECT * FROM auth_client ORDER BY client_id');
    return rows.map(readClient);
  }

  add(client: StoredClient, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      if ((await insertClient(transaction, client)) === 0) return false;
      await insertAudit(transaction, event);
      // Ids of the audit log are never given twice, and every generation that begins has a record there.
      await transaction.execute(
        'UPDATE auth_client SET generation = (SELECT MAX(id) FROM auth_audit) WHERE client_id = $1',
        [client.clientId],
      );
      return true;
    });
  }

  replaceSecret(change: SecretChange, event: AuditEvent): Promise<boolean> {
    return this.#change(
      `UPDATE auth_client SET previous_secret_hash = secret_hash, previous_secret_ends_at = $3, secret_hash = $2,
         secret_created_at = $4, updated_at = $4 WHERE client_id = $1`,
      [change.clientId, change.secretHash, change.previousSecretEndsAt, event.at],
      event,
    );
  }

  setDisabled(clientId: string, disabled: boolean, event: AuditEvent): Promise<boolean> {
    if (disabled) {
      return this.#endTokens(clientId, event, async (transaction) => {
        await transaction.execute('UPDATE auth_client SET disabled_at = $2, updated_at = $2 WHERE client_id = $1', [
          clientId,
          event.at,
        ]);
      });
    }
    return this.#change(
      'UPDATE auth_client SET disabled_at = NULL, updated_at = $2 WHERE client_id = $1',
      [clientId, event.at],
      event,
    );
  }

  remove(clientId: string, event: AuditEvent): Promise<boolean> {
    return this.#endTokens(clientId, event, async (transaction) => {
      await transaction.execute('DELETE FROM auth_client WHERE client_id = $1', [clientId]);
      await transaction.execute(
        `UPDATE auth_grant SET ended_at = $2, end_reason = 'client-deleted', sealed_answer = NULL
         WHERE client_id = $1 AND ended_at IS NULL`,
        [clientId, event.at],
      );
      await transaction.execute('DELETE FROM auth_code WHERE expires_at > $2 AND client_id = $1 AND used_at IS NULL', [
        clientId,
        event.at,
      ]);
    });
  }

  /** The change, a new generation and the end of all tokens of the one so far are one transaction. */
  #endTokens(
    clientId: string,
    event: AuditEvent,
    change: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      await transaction.execute('UPDATE auth_client SET generation = generation + 1 WHERE client_id = $1', [clientId]);
      const [client] = await transaction.query<Pick<ClientRow, 'generation'>>(
        'SELECT generation FROM auth_client WHERE client_id = $1',
        [clientId],
      );
      if (client === undefined) return false;
      await change(transaction);
      const upToGeneration = client.generation - 1;
      await insertRevocation(transaction, { kind: 'client', id: clientId, upToGeneration, at: this.#clock.now() });
      await insertAudit(transaction, event);
      return true;
    });
  }

  #change(sql: string, values: readonly SqlValue[], event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      if ((await transaction.execute(sql, values)) === 0) return false;
      await insertAudit(transaction, event);
      return true;
    });
  }
}

function insertClient(transaction: Transaction, client: StoredClient): Promise<number> {
  return transaction.execute(
    `INSERT INTO auth_client (client_id, name, redirect_uris, code_flow, credentials_flow, pkce_required, openid,
       secret_hash, secret_created_at, previous_secret_hash, previous_secret_ends_at, disabled_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (client_id) DO NOTHING`,
    [
      client.clientId,
      client.name,
      JSON.stringify(client.redirectUris),
      Number(client.codeFlow),
      Number(client.credentialsFlow),
      Number(client.pkceRequired),
      Number(client.openid),
      client.secretHash,
      client.secretCreatedAt,
      client.previousSecretHash ?? null,
      client.previousSecretEndsAt ?? null,
      client.disabledAt ?? null,
      client.createdAt,
      client.updatedAt,
    ],
  );
}

function readClient(row: ClientRow): StoredClient {
  return {
    clientId: row.client_id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    codeFlow: row.code_flow === 1,
    credentialsFlow: row.credentials_flow === 1,
    pkceRequired: row.pkce_required === 1,
    openid: row.openid === 1,
    secretHash: row.secret_hash,
    secretCreatedAt: row.secret_created_at,
    previousSecretHash: row.previous_secret_hash ?? undefined,
    previousSecretEndsAt: row.previous_secret_ends_at ?? undefined,
    disabledAt: row.disabled_at ?? undefined,
    generation: row.generation,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
