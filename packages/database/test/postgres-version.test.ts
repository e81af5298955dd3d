import { afterEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../src/index.js';
import { testPostgresUrl } from '../src/testing/test-server.js';
import { noteSchema } from './note-schema.mjs';
import { type PretendedServer, pretendVersion } from './pretended-version.js';
import { sourcesWith } from './sources.js';

describe('a version of PostgreSQL', () => {
  let server: PretendedServer | undefined;
  afterEach(() => server?.close());

  const openAs = async (version: string) => {
    const url = await testPostgresUrl();
    const real = await openDatabase({ address: url, schemas: [] });
    const [row] = await real.query<{ server_version_num: string }>('SHOW server_version_num');
    await real.close();
    server = await pretendVersion(url, row?.server_version_num ?? '', version);
    return openDatabase({ address: server.url, schemas: [noteSchema] });
  };

  it.each([
    ['140019', '14.19'],
    ['149999', '14.9999'],
    ['090624', '9.624'],
  ])('is refused when it is too old: %s', async (number, name) => {
    await expect(openAs(number)).rejects.toThrow(`PostgreSQL ${name} is too old: 15 or newer is needed`);
  });

  it.each(['150000', '150018', '180004', '990000'])('is accepted when it is not: %s', async (number) => {
    const database = await openAs(number);
    expect(await database.query('SHOW server_version_num')).toEqual([{ server_version_num: number }]);
    await database.close();
  });
});

/** Features of SQL that PostgreSQL 15 does not have. */
const newer: readonly (readonly [string, RegExp])[] = [
  ['STORAGE of a column in CREATE TABLE', /\bBYTEA\s+STORAGE\b|\bTEXT\s+STORAGE\b/i],
  ['ANY_VALUE', /\bany_value\s*\(/i],
  ['constructors of SQL/JSON', /\bjson_(objectagg|arrayagg|scalar|serialize|exists|value|query|table)\s*\(/i],
  ['MERGE … RETURNING', /\bMERGE\s+INTO\b[^;]*\bRETURNING\b/i],
  ['COPY … ON_ERROR', /\bON_ERROR\b/],
  ['UUIDs of version 7', /\buuidv[47]\s*\(/i],
  ['virtual columns', /\bGENERATED\s+ALWAYS\s+AS\b[^,]*\bVIRTUAL\b/i],
  ['periods in keys', /\bWITHOUT\s+OVERLAPS\b/i],
  ['old and new rows in RETURNING', /\bRETURNING\s+(WITH\s*\(|old\.|new\.)/i],
  ['constraints that are not enforced', /\bNOT\s+ENFORCED\b/i],
  ['NOT NULL without a check of the rows', /\bNOT\s+NULL\s+\w+\s+NOT\s+VALID\b/i],
  ['the check of an input', /\bpg_input_(is_valid|error_info)\s*\(/i],
];

describe('statements', () => {
  it.each(newer)('use no feature that only a newer PostgreSQL has: %s', (_, pattern) => {
    expect(sourcesWith(/BYTEA/)).toContain(
      'packages/batch-engine/src/typeorm/migrations/1795651200001-create-segments.ts',
    );
    expect(sourcesWith(pattern)).toEqual([]);
  });
});
