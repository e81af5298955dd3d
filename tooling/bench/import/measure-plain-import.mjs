import { SqliteConnection } from '@trading-platform/database/sqlite';
import { importRecords } from '@trading-platform/domain-types';
import { DataSource } from 'typeorm';
import { entitiesOf } from '../plain-entities.mjs';

/**
 * An import as most services are written: lines parsed, entities with their relations saved in chunks. Answers slips a second.
 *
 * @param {readonly Buffer[]} slips
 * @param {string} file
 */
export async function measurePlainImport(slips, file) {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    driver: SqliteConnection,
    database: file,
    entities: entitiesOf(importRecords.trade, 'trade'),
    synchronize: true,
    enableWAL: true,
  });
  await dataSource.initialize();
  try {
    const started = performance.now();
    const records = slips.map((slip) => JSON.parse(slip.toString('utf8')));
    await dataSource.getRepository('trade').save(records, { chunk: 100 });
    return (slips.length / (performance.now() - started)) * 1_000;
  } finally {
    await dataSource.destroy();
  }
}
