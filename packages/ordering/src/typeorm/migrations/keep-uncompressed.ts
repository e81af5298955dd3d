import { dialectOf } from '@trading-platform/database';
import type { QueryRunner } from 'typeorm';

/** Rendered records are read whole and are compressed on their way out, so PostgreSQL keeps them as they are. */
export async function keepUncompressed(runner: QueryRunner, table: string): Promise<void> {
  if (dialectOf(runner) === 'postgres')
    await runner.query(`ALTER TABLE ${table} ALTER COLUMN body SET STORAGE EXTERNAL`);
}
