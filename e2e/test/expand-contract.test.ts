import { describe, expect, it } from '@jest/globals';
import { type Schema, withDatabase } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { baseSchemas, platformSchemas } from '../src/platform-schemas.js';
import { breachesOf, readSchemaContract, type TableContract } from '../src/schema-contract.js';

/** Removes a column that the last release reads. */
class ForgetCalls9999999999999 implements MigrationInterface {
  readonly name = 'ForgetCalls9999999999999';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE call_count DROP COLUMN calls');
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}

describeDatabases('the tables of this version', [], (open) => {
  it('serve the last release as well', async () => {
    expect(await breachesAfter(await open(), platformSchemas)).toEqual([]);
  });

  it('would not serve it if a migration removed a column', async () => {
    const contracting = { entities: [], migrations: [ForgetCalls9999999999999] };
    expect(await breachesAfter(await open(), [...platformSchemas, contracting])).toEqual(['call_count: calls is gone']);
  });
});

/** Returns the violations that the migrations since the last release cause in the tables of that release. */
async function breachesAfter({ address }: TestDatabase, schemas: readonly Schema[]): Promise<readonly string[]> {
  await withDatabase({ address, schemas: await baseSchemas() }, (database) => database.migrate());
  const former = await readSchemaContract([address]);
  expect(Object.keys(former).length).toBeGreaterThan(30);
  await withDatabase({ address, schemas }, (database) => database.migrate());
  return breachesOf(former, await readSchemaContract([address]));
}

describe('the rule that tables only get additions', () => {
  const column = { type: 'text', isRequired: true };
  const optional = { type: 'text', isRequired: false };
  const table: TableContract = { columns: { a: column, b: optional }, key: ['a'], unique: ['UNIQUE (b)'], checks: [] };
  const now = (change: Partial<TableContract>) => ({ t: { ...table, ...change } });

  it.each([
    [{}, ['t is gone']],
    [now({ columns: { a: column } }), ['t: b is gone']],
    [now({ columns: { ...table.columns, a: { ...column, type: 'bigint' } } }), ['t: a was text and is bigint']],
    [now({ columns: { ...table.columns, b: column } }), ['t: b must have a value now']],
    [now({ columns: { ...table.columns, c: column } }), ['t: c is new and must have a value']],
    [now({ key: ['a', 'b'] }), ['t: its key was a']],
    [now({ unique: ['UNIQUE (b)', 'UNIQUE (a, b)'] }), ['t: UNIQUE (a, b) is new']],
    [now({ checks: ['CHECK (a > 1)'] }), ['t: CHECK (a > 1) is new']],
    [now({ columns: { a: optional, b: optional, c: optional }, unique: [] }), []],
    [{ ...now({}), other: table }, []],
  ])('judges change %#', (found, breaches) => {
    expect(breachesOf({ t: table }, found)).toEqual(breaches);
  });
});
