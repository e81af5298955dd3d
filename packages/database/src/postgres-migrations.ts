import type pg from 'pg';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';
import { AnswerDeadline } from './answer-deadline.js';
import { errorCodes } from './error-codes.js';

/**
 * Runs the missing migrations, either all or none. If another process is migrating, the function waits for that process first.
 * Returns the names of the migrations that it has run.
 *
 * @param runner uses the client, and is released at the end
 */
export async function migratePostgres(
  client: pg.ClientBase,
  dataSource: DataSource,
  runner: QueryRunner,
  lockTimeoutMs: number,
): Promise<string[]> {
  const deadline = AnswerDeadline.of(client);
  // No deadline applies, because migrating large tables may take long.
  deadline?.bePatient(Number.POSITIVE_INFINITY);
  try {
    await runner.query('SET statement_timeout = 0');
    await lockMigrations(runner, lockTimeoutMs);
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'all';
      return (await executor.executePendingMigrations()).map(({ name }) => name);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migration]);
      await runner.query('RESET statement_timeout');
    }
  } finally {
    deadline?.bePatientNoMore();
    await runner.release();
  }
}

/** Waits for another process that is migrating, however long it takes. If a process dies, its lock becomes free at once. */
async function lockMigrations(runner: QueryRunner, warnAfterMs: number): Promise<void> {
  const lock = () => runner.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
  await runner.query(`SET lock_timeout = ${warnAfterMs}`);
  try {
    await lock();
  } catch (error) {
    if (!errorCodes(error).includes('55P03')) throw error;
    process.emitWarning('Migrations wait for another process that migrates the same database');
    await runner.query('RESET lock_timeout');
    await lock();
  }
  await runner.query('RESET lock_timeout');
}
