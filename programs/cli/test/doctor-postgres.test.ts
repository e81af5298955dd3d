import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@trading-platform/database';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing';
import { generate } from 'selfsigned';
import { checkDatabases } from '../src/doctor/check-databases.js';

const dayMs = 86_400_000;
const databases = ['auth', 'ordering', 'batch'];

/** The server writes its files itself, because it may be another user. */
function written(file: string, text: string): string {
  return `COPY (SELECT '${Buffer.from(text).toString('base64')}') TO PROGRAM 'umask 077; base64 -d > ${file}'`;
}

describe('what the doctor says of a PostgreSQL server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ databases });
  });
  afterAll(() => server.end());

  async function operate(...statements: readonly string[]): Promise<void> {
    const database = await openDatabase({ address: server.url, schemas: [] });
    for (const statement of statements) await database.execute(statement);
    await database.close();
  }

  async function told(): Promise<readonly string[]> {
    const [authDatabase = '', orderingDatabase = '', batchDatabase = ''] = databases.map(
      (name) => `${server.addressOf(name)}?sslmode=no-verify`,
    );
    const findings = await checkDatabases({ authDatabase, orderingDatabase, batchDatabase });
    return findings.map(({ check, state, found }) => `${check} ${state}: ${found}`);
  }

  async function serveCertificate(days: number): Promise<void> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      notBeforeDate: new Date(Date.now() - 60 * dayMs),
      notAfterDate: new Date(Date.now() + (days + 0.5) * dayMs),
    });
    await operate(written('server.key', key), written('server.crt', cert), 'ALTER SYSTEM SET ssl = on');
    await server.stop();
    await server.start();
  }

  it('is that roles are missing, that a password and the certificate end soon, and that a role may do everything', async () => {
    await serveCertificate(5);
    const end = new Date(Date.now() + 5.5 * dayMs).toISOString();
    await operate(`CREATE ROLE platform_auth LOGIN VALID UNTIL '${end}'`, 'CREATE ROLE platform_api SUPERUSER');
    expect(await told()).toEqual(
      expect.arrayContaining([
        'password bad: the password of platform_auth ends in 5 days',
        'certificate bad: the certificate of PostgreSQL at 127.0.0.1 ends in 5 days',
        'roles bad: the role platform_worker is missing',
        'roles bad: platform_api is a superuser',
      ]),
    );
    await serveCertificate(200);
    await operate(
      `ALTER ROLE platform_auth VALID UNTIL '2100-01-01'`,
      'ALTER ROLE platform_api NOSUPERUSER',
      'CREATE ROLE platform_worker',
    );
    const good = await told();
    expect(good).toContain('certificate good: the certificate of PostgreSQL at 127.0.0.1 ends in 200 days');
    expect(good).toContainEqual(expect.stringMatching(/^PostgreSQL good: the batch database runs on PostgreSQL \d+$/));
    expect(good.filter((each) => / (bad|warning): /.test(each))).toEqual([]);
  });
});
