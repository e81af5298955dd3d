import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DebianMachine } from '../src/debian-machine.js';
import { readCommands } from '../src/runbook-commands.js';

const timeoutMs = 900_000;
const proxyPort = 8080;
const secrets = '/etc/trading-platform/secrets';
const units = ['auth', 'api', 'worker', 'console'] as const;

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly found: string;
}

/** Each row changes something that the script needs, and contains the expected message of the script. */
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

  /** The proxies of this machine have their own certificate, because the machine cannot be reached from outside. */
  const names = ['auth', 'api', 'console'].map((name) => `${name}.example.com`);
  const certificates = '/etc/trading-platform/certificates';
  const trust = { CURL_CA_BUNDLE: `${certificates}/site.pem`, NODE_EXTRA_CA_CERTS: `${certificates}/site.pem` };
  const complaintsOfDoctor = async () => {
    const output = await machine.run('tpctl doctor --json || true', trust);
    const { findings } = JSON.parse(output) as { findings: readonly Finding[] };
    return findings.filter(({ state }) => state === 'bad' || state === 'warning').map(({ found }) => found);
  };

  it(
    'put Caddy in front, and bring a first download behind TLS',
    async () => {
      const subject = names.map((name) => `DNS:${name}`).join(',');
      await machine.run(`echo 127.0.0.1 ${names.join(' ')} >> /etc/hosts
        sysctl --quiet --write net.ipv4.ip_unprivileged_port_start=0
        mkdir ${certificates}
        openssl req -x509 -newkey rsa:2048 -nodes -keyout ${certificates}/site.key -out ${certificates}/site.pem -days 30 -subj /CN=test -addext subjectAltName=${subject}
        chmod 644 ${certificates}/*
        cp /lib/systemd/system/caddy.service /etc/systemd/system`);
      const changes = [
        ['deploy/proxy/Caddyfile', '/etc/caddy/Caddyfile', `s,/certificates/,${certificates}/,g`],
        [
          'deploy/systemd/caddy.conf',
          '/etc/systemd/system/caddy.service.d/trading-platform.conf',
          's/automatic/files/',
        ],
      ] as const;
      const [, , proxy = ''] = install;
      await machine.run(
        changes.reduce(
          (text, [from, to, change]) =>
            text.replace(
              `install -D -m 644 ${from} ${to}`,
              `mkdir -p $(dirname ${to}); sed '${change}' ${from} > ${to}`,
            ),
          proxy,
        ),
      );
      await machine.until(
        `curl --silent --fail https://auth.example.com/idp/oauth2/jwks --cacert ${certificates}/site.pem`,
      );
      const [download = ''] = (await readCommands('A first download')).map(({ text }) => text);
      expect(await machine.run(download, trust)).toContain('"item_name":"A trial"');
      expect(await complaintsOfDoctor()).toEqual([]);
      await machine.run('systemctl stop caddy');
    },
    timeoutMs,
  );

  /** Starts nginx with the shipped file and a change of sed. */
  const startNginx = async (change: string) => {
    await machine.run(`sed -e 's,/certificates/,${certificates}/,' -e '${change}' deploy/proxy/nginx.conf > ${machine.folder}/site.conf
      echo 'user root; pid ${machine.folder}/nginx.pid; events {} http { access_log off; include ${machine.folder}/site.conf; }' > ${machine.folder}/nginx.conf
      nginx -c ${machine.folder}/nginx.conf > ${machine.folder}/nginx.log 2>&1`);
    await machine.until(
      `curl --silent --fail https://auth.example.com/idp/oauth2/jwks --cacert ${certificates}/site.pem`,
    );
  };
  const stopNginx = () =>
    machine.run(
      `kill $(cat ${machine.folder}/nginx.pid); while test -e ${machine.folder}/nginx.pid; do sleep 0.1; done`,
    );

  it(
    'put nginx in front, and see by tpctl doctor when it holds answers back',
    async () => {
      await startNginx('');
      expect(await complaintsOfDoctor()).toEqual([]);
      await stopNginx();
      await startNginx(
        's/^proxy_buffering off;//; s/^proxy_request_buffering off;//; s/^client_max_body_size 0;//; s/^add_header.*//',
      );
      expect(await complaintsOfDoctor()).toEqual([
        'auth does not demand TLS for later visits',
        'data API does not demand TLS for later visits',
        'the proxy holds answers back, so slips count as delivered too early',
        'the proxy answers 413 to a body of 16 MB',
      ]);
      await stopNginx();
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
    'change all passwords and the secret key of auth: no call is refused, and only restarts interrupt',
    async () => {
      const proxy = {
        AUTH_HOST: `http://auth.example.com:${proxyPort}`,
        API_HOST: `http://api.example.com:${proxyPort}`,
        TLS: 'automatic',
      };
      const upstreams = {
        AUTH_UPSTREAM: '127.0.0.1:4000',
        API_UPSTREAM: '127.0.0.1:4001',
        CONSOLE_HOST: `http://console.example.com:${proxyPort}`,
        CONSOLE_UPSTREAM: '127.0.0.1:4004',
      };
      const home = { HOME: machine.folder, XDG_CONFIG_HOME: machine.folder, XDG_DATA_HOME: machine.folder };
      const stopProxy = `kill $(cat ${machine.folder}/caddy.pid)`;
      await machine.run(
        `caddy run --config deploy/proxy/Caddyfile --adapter caddyfile --pidfile ${machine.folder}/caddy.pid > ${machine.folder}/caddy.log 2>&1 &`,
        { ...proxy, ...upstreams, ...home },
      );
      try {
        await machine.run(`echo '{"member_code":"10000001"}' | tpctl import members -`);
        const made = JSON.parse(
          await machine.run('tpctl client create --name load --redirect-uri https://load.example/callback --json'),
        ) as { client_id: string; client_secret: string };
        await machine.run('echo correct-horse | tpctl user create --user-id load --member-code 10000001');
        await machine.until(
          `curl --silent --fail --header 'Host: auth.example.com' http://127.0.0.1:${proxyPort}/idp/oauth2/jwks`,
        );
        const oldAddress = (await machine.run(`cat ${secrets}/api-database-url`)).trim();
        const stopFile = join(machine.folder, 'stop');
        const load = machine.run(
          `/opt/trading-platform/bin/node e2e/src/steady-load.mjs ${proxyPort} ${made.client_id} ${made.client_secret} load correct-horse ${stopFile}`,
        );
        const areReady = async () => {
          for (const port of [4000, 4001, 4002])
            await machine.until(`curl --silent --fail http://127.0.0.1:${port}/readyz`);
        };
        const [begin = '', end = ''] = (await readCommands('Passwords of databases')).map(({ text }) => text);
        await machine.run(begin);
        await areReady();
        await machine.run(end);
        const [change = '', finish = ''] = (await readCommands('The secret key of auth')).map(({ text }) => text);
        await machine.run(change);
        await areReady();
        await machine.until('tpctl key reseal | grep "can go"');
        await machine.run(finish);
        await areReady();
        await machine.run(`touch ${stopFile}`);
        const { calls, failures } = JSON.parse(await load) as { calls: number; failures: readonly string[] };
        // A single process gives no answer while it restarts, and the proxy reports this.
        expect(failures.filter((failure) => !/: 50[23] $/.test(failure))).toEqual([]);
        expect(calls).toBeGreaterThan(failures.length + 50);
        await expect(
          machine.run('psql --no-psqlrc --command="SELECT 1" "$ADDRESS"', { ADDRESS: oldAddress }),
        ).rejects.toThrow('password authentication failed');
        const newAddress = (await machine.run(`cat ${secrets}/api-database-url`)).trim();
        expect(
          await machine.run('psql --no-psqlrc --tuples-only --command="SELECT count(*) FROM member" "$ADDRESS"', {
            ADDRESS: newAddress,
          }),
        ).toContain('1');
      } finally {
        await machine.run(`touch ${join(machine.folder, 'stop')}; ${stopProxy}`);
      }
    },
    timeoutMs,
  );

  it(
    'find what a guesser has tried and got, and shut the guesser out, as the runbook says',
    async () => {
      const address = '203.0.113.7';
      const made = JSON.parse(
        await machine.run('tpctl client create --name guessed --redirect-uri https://guessed.example/callback --json'),
      ) as { client_id: string; client_secret: string };
      for (const user of ['locked', 'guessed'])
        await machine.run(`echo correct-horse | tpctl user create --user-id ${user} --member-code 10000001`);
      const signIn = (user: string, password: string) =>
        machine.run(
          `curl --silent --output /dev/null --write-out '%{http_code}' --header 'X-Forwarded-For: ${address}' \
            --data-urlencode user_id=${user} --data-urlencode user_password=${password} \
            --data-urlencode client_id=${made.client_id} --data-urlencode client_secret=${made.client_secret} \
            http://127.0.0.1:4000/api/credentials/access_token`,
        );
      for (let guess = 0; guess < 10; guess++) await signIn('locked', `wrong-${guess}`);
      expect(await signIn('guessed', 'correct-horse')).toBe('200');
      const [locks = '', successes = '', shutOut = ''] = (await readCommands('PasswordsGuessed', 'runbook.md')).map(
        ({ text }) => text,
      );
      const locked = await machine.run(locks);
      expect(locked).toMatch(/attempts\.locked +refused +locked .* 203\.0\.113\.7 +what=user seconds=\d+ locks=1/);
      expect(locked).toContain(`1 "address":"${address}"`);
      expect(await machine.run(successes, { ADDRESS: address })).toMatch(/token\.issued +success +guessed /);
      expect(await machine.run(shutOut, { USER_ID: 'guessed' })).toContain('/account/reset?link=');
      expect(await signIn('guessed', 'correct-horse')).toBe('400');
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
      // This is the way in which Compose runs it. The files are as the user of PostgreSQL sees them.
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
    'find what is wrong by tpctl doctor',
    async () => {
      const findings = async () => {
        const output = await machine.run('tpctl doctor --json || true');
        return (JSON.parse(output) as { findings: readonly Finding[] }).findings;
      };
      const statesOf = async (check: string) =>
        (await findings()).filter((each) => each.check === check).map(({ state }) => state);
      expect(await statesOf('grants')).toEqual(['good', 'good']);
      expect(await statesOf('roles')).toEqual(['good', 'good']);
      expect(await statesOf('PostgreSQL')).toEqual(['good', 'good']);
      expect(await statesOf('clock')).toEqual(['good', 'good']);
      expect(await statesOf('signing keys')).toEqual(['good']);
      // No proxy is in front now.
      expect(await statesOf('issuer')).toEqual(['bad']);
      await machine.ask('CREATE TABLE of_a_newer_version (a integer)', 'ordering');
      await machine.ask('ALTER ROLE platform_auth SUPERUSER');
      expect(
        (await findings())
          .filter(({ state, check }) => state === 'bad' && check !== 'issuer')
          .map(({ found }) => found),
      ).toEqual(
        expect.arrayContaining(['no service has a right to of_a_newer_version', 'platform_auth is a superuser']),
      );
      await machine.ask('ALTER ROLE platform_auth NOSUPERUSER');
      await machine.ask('DROP TABLE of_a_newer_version', 'ordering');
    },
    timeoutMs,
  );

  it(
    'keep the log of changes and a copy of the data, and restore an instant',
    async () => {
      const blocks = (await readCommands('Backup and restore')).map(({ text }) => text);
      const [folders = '', archive = '', copy = '', restore = ''] = blocks.slice(2);
      const asPostgres = (commands: string, variables: Readonly<Record<string, string>> = {}) =>
        machine.run('exec runuser -u postgres -- sh -c "$AS_POSTGRES"', { AS_POSTGRES: commands, ...variables });
      await machine.run(folders);
      for (const statement of archive.split('\n').filter(Boolean)) await machine.ask(statement);
      await machine.run('systemctl restart postgresql');
      await machine.ask('CREATE TABLE kept (number integer)');
      await asPostgres(copy, { PRIMARY_URL: 'host=/var/run/postgresql' });
      await machine.ask('INSERT INTO kept VALUES (1)');
      const [instant = ''] = await machine.ask('SELECT clock_timestamp()');
      await machine.ask('INSERT INTO kept VALUES (2)');
      const [file = ''] = await machine.ask('SELECT pg_walfile_name(pg_switch_wal())');
      await machine.until(`ls /var/backups/wal/${file}`);
      const data = `/var/lib/postgresql/${(await machine.run('ls /var/lib/postgresql')).trim()}/main`;
      await machine.run('systemctl stop postgresql');
      await machine.run(`mv ${data} ${data}.old`);
      await asPostgres(restore, { PGDATA: data, INSTANT: instant });
      await machine.run('systemctl start postgresql');
      await machine.until(`test "$(runuser -u postgres -- psql -At --command='SELECT pg_is_in_recovery()')" = f`);
      expect(await machine.ask('SELECT number FROM kept')).toEqual(['1']);
      for (const port of [4000, 4001, 4002])
        await machine.until(`curl --silent --fail http://127.0.0.1:${port}/readyz`);
    },
    timeoutMs,
  );

  it(
    'bring a new version',
    async () => {
      const before = await startTimes();
      await machine.run(install[3] ?? '');
      for (const port of [4000, 4001, 4002])
        await machine.until(`curl --silent --fail http://127.0.0.1:${port}/readyz`);
      for (const [index, time] of (await startTimes()).entries()) expect(time).toBeGreaterThan(before[index] ?? 0);
      // The way back has only these commands, after the sources of the former version are there.
      const [back = ''] = (await readCommands('A release that must go')).map(({ text }) => text);
      const others = back.split('\n').filter((line) => !(install[3] ?? '').split('\n').includes(line));
      expect(others).toEqual(['git checkout --detach "$FORMER_VERSION"']);
    },
    timeoutMs,
  );
});
