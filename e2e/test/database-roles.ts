import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@trading-platform/bootstrap/local-platform';
import { Platform } from '../src/platform.js';
import {
  administrate,
  type DatabasesWithRoles,
  makeDatabases,
  makeDatabasesWithRoles,
} from '../src/platform-databases.js';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';

/** Services that have a database. */
type StoringService = Exclude<ServiceName, 'console'>;

const services: readonly StoringService[] = ['auth', 'api', 'worker'];

/** Starts a service that cannot run, and waits until it has ended. */
async function failedStart(service: ServiceName, settings: Readonly<Record<string, string>>) {
  const environment = { PATH: process.env['PATH'] ?? '', ...settings };
  const { code, errors } = await runProgram(programs[service], [], { environment });
  return { code, errors };
}

/**
 * Tests the roles of the documents.
 *
 * @param isWhole whether each service is also started without tables, and a platform whose role has lost a right is
 * ended
 */
export function describeDatabaseRoles(isWhole: boolean): void {
  describe('roles of the documents', () => {
    let databases: DatabasesWithRoles;
    beforeAll(async () => {
      databases = await makeDatabasesWithRoles();
    });
    afterAll(() => databases.remove());

    const run = (who: StoringService, database: 'AUTH' | 'ORDERING', statement: string) =>
      administrate(databases.settingsOf(who)[`${database}_DATABASE_URL`] ?? '', [statement]);

    it.each([
      ['api', 'AUTH', 'SELECT 1', 'database'],
      ['worker', 'AUTH', 'SELECT secret_hash FROM auth_client', 'database'],
      ['auth', 'ORDERING', 'SELECT 1', 'database'],
      ['auth', 'AUTH', "UPDATE auth_user SET member_code = '10000001'", 'table auth_user'],
      ['auth', 'AUTH', "INSERT INTO auth_user (user_id) VALUES ('a')", 'table auth_user'],
      ['auth', 'AUTH', 'DELETE FROM auth_client', 'table auth_client'],
      ['auth', 'AUTH', 'UPDATE auth_audit SET detail = NULL', 'table auth_audit'],
      ['api', 'ORDERING', "INSERT INTO member (member_code) VALUES ('1')", 'table member'],
      ['api', 'ORDERING', 'UPDATE slip SET trade_id = NULL', 'table slip'],
      ['api', 'ORDERING', 'DELETE FROM batch_segment', 'table batch_segment'],
      ['api', 'ORDERING', 'DELETE FROM batch_input', 'table batch_input'],
      ['worker', 'ORDERING', "UPDATE member SET member_name = 'a'", 'table member'],
      ['worker', 'ORDERING', 'DELETE FROM slip', 'table slip'],
      ['worker', 'ORDERING', 'DELETE FROM download_mark', 'table download_mark'],
      ['worker', 'ORDERING', 'SELECT * FROM call_count', 'table call_count'],
    ] as const)('%s may not in %s: %s', async (who, database, statement, what) => {
      await expect(run(who, database, statement)).rejects.toThrow(`permission denied for ${what}`);
    });

    it.each([
      ['auth', 'AUTH', 'auth_session'],
      ['api', 'ORDERING', 'call_count'],
      ['worker', 'ORDERING', 'batch_segment'],
    ] as const)('%s may neither make, change nor drop a table in %s', async (who, database, table) => {
      await expect(run(who, database, 'CREATE TABLE a (b INTEGER)')).rejects.toThrow(
        'permission denied for schema public',
      );
      await expect(run(who, database, `ALTER TABLE ${table} ADD COLUMN a INTEGER`)).rejects.toThrow('must be owner');
      await expect(run(who, database, `DROP TABLE ${table}`)).rejects.toThrow('must be owner');
    });

    it('let a service report at its start that it may not read the table of migrations', async () => {
      const role = new URL(databases.settingsOf('auth')['AUTH_DATABASE_URL'] ?? '').username;
      await administrate(databases.settings.AUTH_DATABASE_URL, [`REVOKE SELECT ON schema_migration FROM ${role}`]);
      expect(await failedStart('auth', databases.settingsOf('auth'))).toEqual({
        code: 1,
        errors: 'auth: cannot start: permission denied for table schema_migration\n',
      });
    });
  });

  if (isWhole) {
    describe('a platform on PostgreSQL', () => {
      it('reports at its end that a role lacked a right', async () => {
        const platform = await Platform.start({ database: 'postgres', services: ['auth'] });
        const { AUTH_DATABASE_URL: address = '' } = platform.environment;
        const role = new URL(address).username.replace('_owner_', '_auth_');
        await platform.load('members', [{ member_code: '10000001' }]);
        await platform.caller('10000001');
        await administrate(address, [`REVOKE INSERT ON auth_audit FROM ${role}`]);
        await expect(platform.caller('10000001')).rejects.toThrow('No token for user-10000001: 5');
        await expect(platform.stop()).rejects.toThrow(
          'A role lacks a right:\nauth: permission denied for table auth_audit',
        );
      });
    });
  }

  describe('a service with MIGRATE_AT_START=false', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'trading-platform-e2e-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it.each(isWhole ? services : (['api'] as const))(
      '%s does not start on a database without tables, and says which command makes them',
      async (name) => {
        const { settings } = await makeDatabases('sqlite', folder);
        const { code, errors } = await failedStart(name, { ...settings, MIGRATE_AT_START: 'false' });
        expect(code).toBe(1);
        // Databases are opened in parallel, so either of them may be the first to report missing tables.
        const lacking =
          name === 'auth' ? 'auth database lacks CreateAuth' : '(ordering|batch) database lacks Create[A-Z]\\w+';
        expect(errors).toMatch(
          new RegExp(`^${name}: cannot start: The ${lacking}\\d+(, \\w+)*; "tpctl migrate" brings it up to date\\n$`),
        );
      },
    );
  });
}
