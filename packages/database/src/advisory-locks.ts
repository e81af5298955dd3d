import type { Transaction } from './database.js';

/**
 * The advisory locks of PostgreSQL that this platform takes, all of them here: no number stands twice. PostgreSQL keeps them
 * apart for each database, so platforms with databases of their own never wait for each other.
 *
 * A number stays with its name for ever: processes of two versions run side by side during an upgrade.
 */
export const advisoryLocks = {
  /** Processes that migrate one database do it one after the other. */
  migration: 7_203_115,
  /** Entries of the feed of revocations are committed in the order of their positions. */
  revocationFeed: 7_203_116,
  /** Workers that make and drop the partitions of segments do it one after the other. */
  segmentPartitions: 7_203_117,
  /** Claims of all workers go one after the other, so that no two overstep a member's limit together. */
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
