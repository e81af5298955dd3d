import { SqliteConnection } from '@trading-platform/database/sqlite';

/** @typedef {import('oidc-provider').AdapterPayload} Payload */

/**
 * Stores the data of oidc-provider in SQLite, as durably as our server: with a write-ahead log, and with every commit
 * on disk. Each artefact is one row that is found by its key, as in the adapters of oidc-provider's documentation.
 * Statements are prepared only once.
 *
 * @param {string} file
 */
export function makeSqliteAdapter(file) {
  const database = new SqliteConnection(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    CREATE TABLE IF NOT EXISTS artefact (
      model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, user_code TEXT,
      expires_at INTEGER, consumed_at INTEGER, PRIMARY KEY (model, id)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS artefact_grant ON artefact (grant_id);
    CREATE INDEX IF NOT EXISTS artefact_uid ON artefact (uid) WHERE uid IS NOT NULL;
  `);
  const upsert = database.prepare(
    `INSERT INTO artefact (model, id, payload, grant_id, uid, user_code, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
     uid = excluded.uid, user_code = excluded.user_code, expires_at = excluded.expires_at`,
  );
  const findById = database.prepare('SELECT payload, expires_at, consumed_at FROM artefact WHERE model = ? AND id = ?');
  const findBy = {
    uid: database.prepare('SELECT payload, expires_at, consumed_at FROM artefact WHERE model = ? AND uid = ?'),
    userCode: database.prepare(
      'SELECT payload, expires_at, consumed_at FROM artefact WHERE model = ? AND user_code = ?',
    ),
  };
  const consume = database.prepare('UPDATE artefact SET consumed_at = ? WHERE model = ? AND id = ?');
  const destroy = database.prepare('DELETE FROM artefact WHERE model = ? AND id = ?');
  const revoke = database.prepare('DELETE FROM artefact WHERE grant_id = ?');

  return class SqliteAdapter {
    /** @param {string} model */
    constructor(model) {
      this.model = model;
    }

    /**
     * @param {string} id
     * @param {Payload} payload
     * @param {number} [expiresIn]
     */
    async upsert(id, payload, expiresIn) {
      const { grantId = null, uid = null, userCode = null } = payload;
      const expiresAt = expiresIn === undefined ? null : now() + expiresIn;
      upsert.run(this.model, id, JSON.stringify(payload), grantId, uid, userCode, expiresAt);
    }

    /** @param {string} id */
    async find(id) {
      return read(findById.get(this.model, id));
    }

    /** @param {string} uid */
    async findByUid(uid) {
      return read(findBy.uid.get(this.model, uid));
    }

    /** @param {string} userCode */
    async findByUserCode(userCode) {
      return read(findBy.userCode.get(this.model, userCode));
    }

    /** @param {string} id */
    async consume(id) {
      consume.run(now(), this.model, id);
    }

    /** @param {string} id */
    async destroy(id) {
      destroy.run(this.model, id);
    }

    /** @param {string} grantId */
    async revokeByGrantId(grantId) {
      revoke.run(grantId);
    }
  };
}

/** @param {unknown} row */
function read(row) {
  if (row === undefined) return undefined;
  const { payload, expires_at, consumed_at } =
    /** @type {{ payload: string, expires_at: number | null, consumed_at: number | null }} */ (row);
  if (expires_at !== null && expires_at <= now()) return undefined;
  const stored = /** @type {Payload} */ (JSON.parse(payload));
  return consumed_at === null ? stored : { ...stored, consumed: consumed_at };
}

function now() {
  return Math.floor(Date.now() / 1_000);
}
