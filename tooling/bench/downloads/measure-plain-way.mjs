import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SqliteConnection } from '@trading-platform/database/sqlite';
import { importRecords } from '@trading-platform/domain-types';
import { DataSource } from 'typeorm';
import { entitiesOf, relationsOf } from '../plain-entities.mjs';

const page = 1_000;

/**
 * A download as most services are written: pages of entities with their relations, turned into JSON. Answers records a
 * second.
 *
 * @param {keyof typeof importRecords} kind
 * @param {string} file
 * @param {string} folder
 * @param {number} most
 */
export async function measurePlainWay(kind, file, folder, most) {
  const entities = entitiesOf(importRecords[kind], kind);
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    driver: SqliteConnection,
    database: join(folder, `${kind}.plain.sqlite`),
    entities,
    synchronize: true,
  });
  await dataSource.initialize();
  try {
    const records = dataSource.getRepository(kind);
    await records.save(await firstRecords(file, most), { chunk: 100 });
    const relations = relationsOf(importRecords[kind]);
    const started = performance.now();
    let read = 0;
    for (;;) {
      const found = await records.find({
        relations,
        relationLoadStrategy: 'query',
        order: { id: 'ASC' },
        skip: read,
        take: page,
      });
      read += found.length;
      if (JSON.stringify(found).length === 0 || found.length < page) break;
    }
    return (read / (performance.now() - started)) * 1_000;
  } finally {
    await dataSource.destroy();
  }
}

/**
 * @param {string} file
 * @param {number} most
 */
async function firstRecords(file, most) {
  const records = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    records.push(JSON.parse(line));
    if (records.length === most) break;
  }
  return records;
}
