import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DebianMachine } from '../src/debian-machine.js';
import { readCommands } from '../src/runbook-commands.js';

const timeoutMs = 900_000;
const secrets = '/etc/trading-platform/secrets';
const units = ['auth', 'api', 'worker', 'console'] as const;

/** Each row changes what is needed, and says what the script must say. */
const unreadable: readonly (readonly [string, string, string])[] = [
  ['is missing', `rm "$FOLDER/api-password"`, 'api-password'],
  ['is empty', `: > "$FOLDER/api-password"`, 'Empty or unreadable'],
  ['has only a line break', `echo > "$FOLDER/api-password"`, 'Empty or unreadable'],
  ['is a folder', `rm "$FOLDER/api-password"; mkdir "$FOLDER/api-password"`, 'api-password'],
];

describe('the commands of the documents on a machine as Debian installs it', () => {
  let machine: DebianMachine;
  let install: readonly string[];
  beforeAll(async () => {
    machine = await DebianMachine.start();
    install = (await readCommands('One machine with systemd')).map(({ text }) => text);
  }, timeoutMs);
  afterAll(() => machine?.end(), timeoutMs);

  const passwords = () =>
    machine.ask(`SELECT rolname || rolpassword FROM pg_authid WHERE rolname LIKE 'platform%' ORDER BY 1`);
  /** The start times of the services, by their metrics. */
  const startTimes = async () => {
    const metrics = [4000, 4001, 4002].map((port) => machine.run(`curl --silent http://127.0.0.1:${port}/metrics`));
    return (await Promise.all(metrics)).map((text) => Number(/^process_start_time_seconds (\d+)/m.exec(text)?.[1]));
  };
  const statusOf = (port: number, path: string) =>
    machine.run(`curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1:${port}${path} || true`);

  it(
    'install the programs, make roles and tables, and start the services',
    async () => {
      const [programs = '', grants = ''] = install;
      await machine.run(programs);
      await machine.run(grants);
      for (const port of [4000, 4001, 4002])
        await machine.until(`curl --silent --fail http://127.0.0.1:${port}/readyz`);
      expect(await passwords()).toHaveLength(4);
      expect(
        await machine.run('systemctl is-active trading-platform-auth trading-platform-api trading-platform-worker'),
      ).toBe('');
      expect(await machine.run('/opt/trading-platform/bin/node -p "Map.groupBy === undefined"')).toBe('false\n');
    },
    timeoutMs,
  );

  it(
    'have units that systemd accepts',
    async () => {
      const files = [...units, 'migrate'].map((name) => `/etc/systemd/system/trading-platform-${name}.service`);
      const complaints = await machine.run(`systemd-analyze verify --man=no ${files.join(' ')} 2>&1 || true`);
      // Other units of this machine are not ours.
      expect(complaints.split('\n').filter((line) => line.includes('trading-platform'))).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'make the client of the console, and start the console',
    async () => {
      const [, commands = ''] = (await readCommands('The console')).map(({ text }) => text);
      await machine.run(commands);
      await machine.until('curl --silent --fail http://127.0.0.1:4004/readyz');
      expect(await statusOf(4004, '/')).toBe('200');
      expect(await machine.run(`ls ${secrets}`)).not.toContain('console.json');
    },
    timeoutMs,
  );

  it.each(unreadable)(
    'keep all passwords if the file of one %s',
    async (_how, change, message) => {
      const before = await passwords();
      const folder = join(machine.folder, 'others');
      const steps = `rm -rf "$FOLDER"; cp -a ${secrets} "$FOLDER"; for role in owner auth api worker; do
      rm "$FOLDER/$role-password"; openssl rand -hex 24 > "$FOLDER/$role-password"; done; ${change}`;
      await machine.run(steps, { FOLDER: folder });
      await expect(machine.run(`deploy/postgres/set-passwords.sh ${folder}`)).rejects.toThrow(message);
      // As Compose runs it, with the files as the user of PostgreSQL sees them.
      await machine.run(`chmod 755 ${folder}`);
      const psql = `runuser -u postgres -- psql --no-psqlrc --set=secrets=${folder}`;
      await expect(machine.run(`${psql} < deploy/postgres/passwords.sql`)).rejects.toThrow('No password has changed.');
      expect(await passwords()).toEqual(before);
    },
    timeoutMs,
  );

  it(
    'keep all passwords if the user of PostgreSQL may not read the files',
    async () => {
      const before = await passwords();
      const psql = `runuser -u postgres -- psql --no-psqlrc --set=secrets=${secrets}`;
      await expect(machine.run(`${psql} < deploy/postgres/passwords.sql`)).rejects.toThrow(
        'owner-password, auth-password',
      );
      expect(await passwords()).toEqual(before);
    },
    timeoutMs,
  );

  it('make no secrets without openssl, and leave nothing that looks like secrets', async () => {
    const folder = join(machine.folder, 'unmade');
    const broken = join(machine.folder, 'broken');
    await writeFile(join(machine.folder, 'openssl'), '#!/bin/sh\nexit 1\n');
    await chmod(join(machine.folder, 'openssl'), 0o755);
    await machine.run(`mkdir ${broken} && mv ${machine.folder}/openssl ${broken}`);
    await expect(machine.run(`PATH=${broken}:$PATH deploy/make-secrets.sh ${folder}`)).rejects.toThrow('Ended with 1');
    expect(await machine.run(`ls ${machine.folder}`)).not.toMatch(/^unmade$/m);
    await machine.run(`deploy/make-secrets.sh ${folder}`);
    expect((await readFile(join(folder, 'api-password'), 'utf8')).length).toBe(48);
  });

  it(
    'grant nothing and say so if one statement fails',
    async () => {
      const grants = `PGSERVICEFILE=${secrets}/owner-services psql --no-psqlrc service=auth --file=deploy/postgres/grants-auth.sql`;
      await machine.ask('ALTER TABLE auth_known_place RENAME TO elsewhere', 'auth');
      await expect(machine.run(grants)).rejects.toThrow('Ended with 3');
      const kept = await machine.ask(
        `SELECT count(*) FROM information_schema.role_table_grants WHERE grantee = 'platform_auth'`,
        'auth',
      );
      expect(Number(kept[0])).toBeGreaterThan(10);
      await machine.ask('ALTER TABLE elsewhere RENAME TO auth_known_place', 'auth');
      await machine.run(grants);
    },
    timeoutMs,
  );

  it(
    'start no service whose secret is missing',
    async () => {
      const file = join(machine.folder, 'etc/trading-platform/secrets/auth-secret-key');
      await rename(file, `${file}.away`);
      try {
        await expect(machine.run('systemctl restart trading-platform-auth')).rejects.toThrow('auth-secret-key');
      } finally {
        await rename(`${file}.away`, file);
        await rm(`${file}.away`, { force: true });
      }
      await machine.run('systemctl start trading-platform-auth');
      await machine.until('curl --silent --fail http://127.0.0.1:4000/readyz');
    },
    timeoutMs,
  );

  it(
    'bring a new version',
    async () => {
      const before = await startTimes();
      await machine.run(install[2] ?? '');
      for (const port of [4000, 4001, 4002])
        await machine.until(`curl --silent --fail http://127.0.0.1:${port}/readyz`);
      for (const [index, time] of (await startTimes()).entries()) expect(time).toBeGreaterThan(before[index] ?? 0);
    },
    timeoutMs,
  );
});
