import { beforeAll, expect, it } from '@jest/globals';
import type { EntityMetadata } from 'typeorm';
import type { Database, Entity, Schema, SqlValue, Transaction } from '../database.js';
import { ofDialect } from '../per-dialect.js';
import { tableOf } from '../table.js';
import { changesToMake } from './changes-to-make.js';
import { describeDatabases } from './describe-databases.js';

/** The values that a sample row must have so that the CHECKs of each table accept it. */
export type SampleValues = Readonly<Record<string, object>>;

/**
 * Tests on both kinds of database whether the entities of a package match the tables that its migrations create. TypeORM's schema
 * builder must find nothing to change, and rows of each entity must be read as they were written, both by repositories and by
 * statements.
 *
 * @example
 * describeSchema('batches', batchSchema, { batch: { state: 'waiting' } });
 */
export function describeSchema(name: string, schema: Schema, samples: SampleValues = {}): void {
  describeDatabases(`schema of ${name}`, [schema], (open, dialect) => {
    /** Shared, because each test undoes what it writes. */
    let database: Database;
    beforeAll(async () => {
      database = await open();
    });

    it('matches the entities', async () => {
      expect(await changesToMake(database.manager.dataSource)).toEqual([]);
    });

    for (const entity of ofDialect(schema.entities, dialect)) {
      const { name: table } = tableOf(entity);
      it(`keeps rows of ${table} as they are`, async () => {
        const metadata = database.manager.dataSource.getMetadata(entity);
        for (const row of sampleRows(metadata, samples[table])) await expectToComeBack(database, entity, row);
      });
    }
  });
}

/** Makes a row with a value in every column, except generated numbers, and a row without the optional values. */
function sampleRows({ columns, dataSource }: EntityMetadata, fixed: object = {}): object[] {
  const given = columns.filter(({ isGenerated }) => !isGenerated);
  const values = given.map((column, index) => {
    const kept = sampleValue(dataSource.driver.normalizeType(column), index + 1);
    return [column.propertyName, dataSource.driver.prepareHydratedValue(kept, column)];
  });
  const nothing = columns
    .filter(({ isNullable }) => isNullable)
    .map((column) => [column.propertyName, dataSource.driver.prepareHydratedValue(null, column)]);
  const full = { ...Object.fromEntries(values), ...fixed };
  return [full, { ...full, ...Object.fromEntries(nothing) }];
}

/** Makes a value in the form in which the database stores it. A sample text is valid JSON, so it can also be read as JSON. */
function sampleValue(type: string, index: number): SqlValue {
  if (type === 'blob' || type === 'bytea') return Buffer.of(0, 39, 92, 255, index);
  if (type === 'bigint') return 1_763_700_000_000 + index;
  return type === 'text' ? `["漢字 ${index}"]` : 1;
}

async function expectToComeBack(database: Database, entity: Entity, row: object): Promise<void> {
  const table = tableOf(entity);
  const given = table.only(...(Object.keys(row) as never[]));
  const writers = {
    repository: ({ manager }: Transaction) => manager.insert(entity, { ...row }),
    statement: (transaction: Transaction) => transaction.execute(given.insertInto(), given.values(row)),
  };
  for (const write of Object.values(writers)) {
    const undone = database.transaction(async (transaction) => {
      // The table is emptied, because migrations may have added rows.
      await transaction.execute(`DELETE FROM ${table.name}`);
      await write(transaction);
      expect(await transaction.manager.find(entity)).toMatchObject([row]);
      const answered = await transaction.query<object>(`SELECT ${table.columns} FROM ${table.name}`);
      expect(answered.map(table.read)).toMatchObject([row]);
      throw new Undone();
    });
    await undone.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  }
}

/** Thrown to roll back a unit of work. */
class Undone extends Error {}
