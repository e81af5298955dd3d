import type { Database, SqlValue } from '@trading-platform/database';
import type { AuditEvent } from '../audit/audit-event.js';
import type { StoredClient } from '../client/client.js';
import type { ClientStore, SecretChange } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import { insertAudit } from './audit-rows.js';
import { insertRevocation } from './revocation-rows.js';

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
    return this.#change(
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
      event,
    );
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
    return this.#change(
      'UPDATE auth_client SET disabled_at = $2, updated_at = $3 WHERE client_id = $1',
      [clientId, disabled ? event.at : null, event.at],
      event,
      disabled ? clientId : undefined,
    );
  }

  remove(clientId: string, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const removed = await transaction.execute('DELETE FROM auth_client WHERE client_id = $1', [clientId]);
      if (removed === 0) return false;
      await transaction.execute(
        `UPDATE auth_grant SET ended_at = $2, end_reason = 'client-deleted', sealed_answer = NULL
         WHERE client_id = $1 AND ended_at IS NULL`,
        [clientId, event.at],
      );
      await transaction.execute('DELETE FROM auth_code WHERE expires_at > $2 AND client_id = $1 AND used_at IS NULL', [
        clientId,
        event.at,
      ]);
      await insertRevocation(transaction, 'client', clientId, this.#clock.now());
      await insertAudit(transaction, event);
      return true;
    });
  }

  #change(sql: string, values: readonly SqlValue[], event: AuditEvent, revoked?: string): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      if ((await transaction.execute(sql, values)) === 0) return false;
      if (revoked !== undefined) await insertRevocation(transaction, 'client', revoked, this.#clock.now());
      await insertAudit(transaction, event);
      return true;
    });
  }
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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
