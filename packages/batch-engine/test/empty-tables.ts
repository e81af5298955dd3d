import type { Database } from '@trading-platform/database';

/**
 * Empties the tables of a PostgreSQL database without creating the database again, which is much faster than a new database for
 * each test. The tables hold few rows, and to delete these takes a tenth of the time of a truncation, which makes new files for all
 * tables and indexes. Foreign keys are not looked at meanwhile.
 */
export async function emptyTables(database: Database): Promise<void> {
  await database.execute(`DO $$ DECLARE emptied text; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR emptied IN
      SELECT quote_ident(tablename) FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT LIKE '%migration%' AND tablename <> 'batch_identity'
    LOOP
      EXECUTE 'DELETE FROM ' || emptied;
    END LOOP;
  END $$`);
}
