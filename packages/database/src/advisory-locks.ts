import type { Transaction } from './database.js';

/**
 * All advisory locks of PostgreSQL that this platform takes, so that no number is used twice. Each database has its own locks, so
 * platforms with separate databases never wait for each other.
 *
 * A number never changes its meaning: processes of two versions run side by side during an upgrade.
 */
export const advisoryLocks = {
  /** Processes migrate a database one after the other. */
  migration: 7_203_115,
  /** Revocations are committed in the order of their positions. */
  revocationFeed: 7_203_116,
  /** Workers make and drop the partitions of segments one after the other. */
  segmentPartitions: 7_203_117,
  /** Workers claim one after the other, so that no two exceed a member's limit together. */
  batchClaims: 7_203_118,
  /** Loads that name members share it; a removal of members waits for them, and they for it. */
  namedMembers: 7_203_119,
} as const;

/** Name of an advisory lock. */
export type AdvisoryLock = keyof typeof advisoryLocks;

/**
 * Waits for a lock and holds it until the transaction ends. On SQLite a transaction has no rival in any case.
 *
 * @param options with `shared`, any number of transactions have it at once; those that want it alone wait
 */
export async function lockUntilCommit(
  transaction: Transaction,
  lock: AdvisoryLock,
  { shared = false }: { readonly shared?: boolean } = {},
): Promise<void> {
  if (transaction.dialect === 'sqlite') return;
  const take = shared ? 'SELECT pg_advisory_xact_lock_shared($1)' : 'SELECT pg_advisory_xact_lock($1)';
  await transaction.query(take, [advisoryLocks[lock]]);
}
