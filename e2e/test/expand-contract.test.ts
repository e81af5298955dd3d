import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readBaseSchema } from '../src/base-release.js';
import { type DatabaseKind, makeDatabases } from '../src/platform-databases.js';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';
import { breachesOf, readSchemaContract, type TableContract } from '../src/schema-contract.js';

const kinds: readonly DatabaseKind[] = ['sqlite', 'postgres'];

describe('the tables of this version', () => {
  it.each(kinds)('serve the last release as well, on %s', async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-e2e-'));
    const databases = await makeDatabases(kind, folder);
    try {
      const { settings } = databases;
      const migrated = await runProgram(programs.tpctl, ['migrate'], {
        environment: { PATH: process.env['PATH'] ?? '', ...settings },
      });
      expect(migrated).toMatchObject({ code: 0, errors: '' });
      const files = (await readdir(folder)).filter((file) => file.endsWith('.sqlite'));
      const addresses =
        kind === 'sqlite' ? files.map((file) => `sqlite:${join(folder, file)}`) : Object.values(settings);
      const { [kind]: former } = await readBaseSchema();
      expect(Object.keys(former).length).toBeGreaterThan(30);
      expect(breachesOf(former, await readSchemaContract(addresses))).toEqual([]);
    } finally {
      await databases.remove();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the rule that tables are only added to', () => {
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
