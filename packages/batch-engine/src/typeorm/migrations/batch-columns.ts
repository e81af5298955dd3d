/** The columns of a batch after its id; times are epoch milliseconds. */
export function batchColumns({ key }: { readonly key: string }): string {
  return `
    function_name ${key} NOT NULL,
    member_code ${key} NOT NULL,
    client_id ${key} NOT NULL,
    criteria TEXT NOT NULL,
    state ${key} NOT NULL
      CHECK (state IN ('waiting', 'processing', 'finished', 'empty', 'cancelled', 'failed')),
    attempt BIGINT NOT NULL DEFAULT 0,
    failures BIGINT NOT NULL DEFAULT 0,
    requested_at BIGINT NOT NULL,
    not_before BIGINT NOT NULL,
    started_at BIGINT,
    ended_at BIGINT,
    snapshot_at BIGINT,
    expires_at BIGINT,
    reading_until BIGINT,
    lease_owner TEXT,
    lease_until BIGINT,
    record_count BIGINT NOT NULL DEFAULT 0,
    records_expected BIGINT,
    raw_bytes BIGINT NOT NULL DEFAULT 0,
    stored_bytes BIGINT NOT NULL DEFAULT 0,
    reason TEXT,
    idempotency_key ${key},
    idempotency_digest TEXT`;
}

export const batchIndexes = [
  `CREATE INDEX batch_waiting ON batch (member_code, id, not_before, function_name) WHERE state = 'waiting'`,
  `CREATE INDEX batch_processing ON batch (member_code) WHERE state = 'processing'`,
  `CREATE INDEX batch_owned ON batch (member_code, client_id, id)`,
  `CREATE INDEX batch_expiring ON batch (expires_at) WHERE expires_at IS NOT NULL`,
  `CREATE UNIQUE INDEX batch_idempotency ON batch (member_code, client_id, function_name, idempotency_key)
     WHERE idempotency_key IS NOT NULL`,
];
