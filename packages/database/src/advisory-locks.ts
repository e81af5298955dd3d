import type { Transaction } from './database.js';

/**
 * The numbers of all advisory locks of PostgreSQL that this platform uses, so that no number is used twice. Each database has its
 * own locks, so two platforms with separate databases never block each other.
 *
 * A number must never change its meaning, because processes of two versions run at the same time during an upgrade.
 */
export const advisoryLocks = {
  /** The lock with which processes migrate a database one after another. */
  migration: 7_203_115,
  /** The lock with which revocations are committed in the order of their positions. */
  revocationFeed: 7_203_116,
  /** The lock with which workers create and drop partitions of segments one after another. */
  segmentPartitions: 7_203_117,
  /**
   * The lock with which workers take waiting batches one after another, so that two workers together cannot exceed the limit of a
   * member.
   */
  batchClaims: 7_203_118,
  /**
   * The lock that is shared by all imports whose lines name members. A removal of members and an import whose lines name members
   * wait for each other.
   */
  namedMembers: 7_203_119,
  /**
   * The lock with which endpoints of events are added one after another, so that no client gets more endpoints than it
   * may have.
   */
  eventEndpoints: 7_203_130,
} as const;

/** The name of an advisory lock. */
export type AdvisoryLock = keyof typeof advisoryLocks;

/**
 * Waits for a lock and keeps it until the transaction ends. On SQLite no lock is needed, because only one transaction can write
 * at a time.
 *
 * @param options with `shared`, any number of transactions can hold the lock at once; a transaction that wants it alone
 * waits
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
