import type { Database, Transaction } from '@trading-platform/database';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { SigningKeyState, StoredSigningKey } from '../../key/signing-key.js';
import type { KeyRotation, KeyWithdrawal, SigningKeyStore } from '../../key/signing-key-store.js';
import { insertAudit } from '../statements/insert-audit.js';

interface SigningKeyRow {
  readonly key_id: string;
  readonly state: string;
  readonly public_jwk: string;
  readonly sealed_private_key: Uint8Array;
  readonly created_at: number;
  readonly published_at: number;
  readonly activated_at: number | null;
  readonly retired_at: number | null;
}

export class SqlSigningKeyStore implements SigningKeyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(): Promise<StoredSigningKey[]> {
    const rows = await this.#database.query<SigningKeyRow>(
      'SELECT * FROM auth_signing_key ORDER BY created_at DESC, key_id',
    );
    return rows.map(readKey);
  }

  addFirst(keys: readonly StoredSigningKey[], event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const active = keys.filter(({ state }) => state === 'active');
      const others = keys.filter(({ state }) => state !== 'active');
      for (const key of active) if ((await insertKey(transaction, key)) === 0) return false;
      for (const key of others) await insertKey(transaction, key);
      await insertAudit(transaction, event);
      return true;
    });
  }

  rotate({ expectedNext, next, at }: KeyRotation, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      await lockKeys(transaction);
      const taken = await transaction.execute(
        "UPDATE auth_signing_key SET state = 'retired', retired_at = $2 WHERE state = 'active' AND EXISTS (SELECT 1 FROM auth_signing_key n WHERE n.key_id = $1 AND n.state = 'next')",
        [expectedNext, at],
      );
      const activated = await transaction.execute(
        "UPDATE auth_signing_key SET state = 'active', activated_at = $2 WHERE key_id = $1 AND state = 'next'",
        [expectedNext, at],
      );
      if (taken === 0 || activated === 0) return false;
      await insertKey(transaction, next);
      await insertAudit(transaction, event);
      return true;
    });
  }

  withdraw({ keyId, spare, at }: KeyWithdrawal, event: AuditEvent): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      await lockKeys(transaction);
      const withdrawn = await transaction.execute(
        `UPDATE auth_signing_key SET state = 'withdrawn', sealed_private_key = $3, retired_at = $2
         WHERE key_id = $1 AND state <> 'withdrawn'`,
        [keyId, at, Buffer.alloc(0)],
      );
      if (withdrawn === 0) return false;
      await fillPlaces(transaction, spare, at);
      await insertAudit(transaction, event);
      return true;
    });
  }
}

/** There is an active and a next key afterwards. */
async function fillPlaces(transaction: Transaction, spare: StoredSigningKey, at: number): Promise<void> {
  const states = await transaction.query<Pick<SigningKeyRow, 'state'>>('SELECT state FROM auth_signing_key');
  const has = (wanted: SigningKeyState) => states.some(({ state }) => state === wanted);
  if (has('active') && has('next')) return;
  if (has('active')) return void (await insertKey(transaction, spare));
  const activated = await transaction.execute(
    "UPDATE auth_signing_key SET state = 'active', activated_at = $1 WHERE state = 'next'",
    [at],
  );
  await insertKey(transaction, activated > 0 ? spare : { ...spare, state: 'active', activatedAt: at });
}

/** SQLite has one writer at a time anyway. On PostgreSQL changes of keys wait for each other, and readers for nobody. */
async function lockKeys(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'postgres') {
    await transaction.execute('LOCK TABLE auth_signing_key IN SHARE ROW EXCLUSIVE MODE');
  }
}

/** The unique indexes on the states let only one process add the first key. */
function insertKey(transaction: Transaction, key: StoredSigningKey): Promise<number> {
  return transaction.execute(
    `INSERT INTO auth_signing_key (key_id, state, public_jwk, sealed_private_key, created_at, published_at, activated_at,
       retired_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      key.keyId,
      key.state,
      key.publicJwk,
      key.sealedPrivateKey,
      key.createdAt,
      key.publishedAt,
      key.activatedAt ?? null,
      key.retiredAt ?? null,
    ],
  );
}

function readKey(row: SigningKeyRow): StoredSigningKey {
  return {
    keyId: row.key_id,
    state: row.state as SigningKeyState,
    publicJwk: row.public_jwk,
    sealedPrivateKey: row.sealed_private_key,
    createdAt: row.created_at,
    publishedAt: row.published_at,
    activatedAt: row.activated_at ?? undefined,
    retiredAt: row.retired_at ?? undefined,
  };
}
