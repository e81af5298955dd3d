import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DemoAccount } from '../demo.mjs';
import { freePort } from '../free-port.mjs';
import { inRoot } from '../root-folder.mjs';
import { runCommand } from '../run-command.mjs';
import { readmeConversation, readmeSteps } from './readme-steps.js';

const isReady = 'Ctrl-C stops everything.';
/** The demo market of these tests is small, because most of a first start is spent on its import. */
const products = 120;

/**
 * Tests `npm start`. The tests on SQLite follow one installation from its first start: each test continues from the
 * state that the previous test has left.
 *
 * @param isWhole whether the first start is interrupted first, and all commands run that the README and the first start
 *   show. Otherwise one of each kind runs.
 */
export function describeStart(database: 'SQLite' | 'PostgreSQL', isWhole: boolean): void {
  describe(`npm start on ${database}`, () => {
    let data: string;
    let env: NodeJS.ProcessEnv;
    const started: ChildProcess[] = [];
    /**
     * The folders in which PostgreSQL keeps its files. PostgreSQL cannot use a folder inside a private folder of root, so
     * it then uses another one.
     */
    const clusters = new Set<string>();

    beforeAll(async () => {
      data = mkdtempSync(join(tmpdir(), 'bootstrap-start-'));
      const [auth, api, worker, page, postgres, sandbox, tls] = await Promise.all(Array.from({ length: 7 }, freePort));
      const { NODE_OPTIONS: _, ...outer } = process.env;
      env = {
        ...outer,
        AUTH_PORT: `${auth}`,
        API_PORT: `${api}`,
        WORKER_PORT: `${worker}`,
        CONSOLE_PORT: `${page}`,
        POSTGRES_PORT: `${postgres}`,
        SANDBOX_PORT: `${sandbox}`,
        SANDBOX_TLS_PORT: `${tls}`,
      };
    });
    afterEach(() => {
      for (const { pid } of started.splice(0)) if (pid !== undefined) killGroup(pid, 'SIGTERM');
    });
    afterAll(() => {
      for (const folder of [data, ...clusters]) rmSync(folder, { recursive: true, force: true });
    });

    const start = (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
      const options = [...args, '--size', `${products}`];
      const run = follow(spawn(command, options, { ...inGroup({ ...env, ...more }), cwd: inRoot() }));
      started.push(run.child);
      return run;
    };
    const script = inRoot('tooling', 'bootstrap', 'run.mjs');

    if (database === 'SQLite') {
      if (isWhole) {
        it('can be interrupted while the demo market is being loaded, even if only npm gets the signal', async () => {
          const run = start('npm', ['run', 'sandbox', '--', '--data', data]);
          await run.says('Loading the demo market');
          run.child.kill('SIGTERM');
          // The output is closed when the last process has ended.
          await run.ended;
          expect(run.output()).not.toContain(isReady);
        });
      }

      it('sets everything up, and prints what a newcomer needs, behind a sandbox too', async () => {
        const run = start(process.execPath, [script, 'sandbox', '--data', data]);
        await run.says(isReady);
        const account = readAccount(data);
        expect(account.complete).toBe(true);
        expect(statSync(join(data, 'demo.json')).mode & 0o077).toBe(0);
        const databases = readdirSync(data).filter((name) => name.includes('.sqlite'));
        expect(databases.length).toBeGreaterThan(3);
        expect(databases.filter((name) => (statSync(join(data, name)).mode & 0o077) !== 0)).toEqual([]);
        const { seller } = account;
        const accounts = [account.client_id, account.client_secret, account.user_id, account.user_password];
        for (const text of [...accounts, seller?.user_id, seller?.user_password]) {
          expect(run.output()).toContain(text);
        }
        const [download = '', upload = ''] = [...run.output().matchAll(/^ +(npm run .*tp --.*)$/gm)].map(
          ([, text]) => text,
        );
        expect(await runCommand('sh', ['-c', download], { cwd: inRoot(), env })).toMatchObject({ code: 0 });
        const lines = readFileSync(join(data, 'master.ndjson'), 'utf8').trimEnd().split('\n');
        expect(lines).toHaveLength(account.records?.['master'] ?? Number.NaN);

        if (isWhole) {
          await expectUpload(upload, env);
          await expectConversation(data, env);
        }

        const curl = await runCommand('sh', ['-c', readmeSteps(data)], { cwd: inRoot(), env });
        expect(curl).toMatchObject({ code: 0, output: '' });
        const page = JSON.parse(readFileSync(join(data, 'first-100.json'), 'utf8')) as {
          result: number;
          master: object[];
        };
        expect(page).toMatchObject({ result: 0 });
        expect(page.master).toHaveLength(100);
        if (isWhole) {
          await expectToldFailures(data);
          await expectSandboxCheck(run.output(), env);
        }

        killGroup(run.child.pid, 'SIGINT');
        expect(await run.ended).toBe(0);
        expect(run.output()).toMatch(/Stopped\.\n$/);
        expect(await portsThatAnswer(env)).toEqual([]);
      });

      it('stops everything and prints the reason when a service does not start', async () => {
        const before = readAccount(data);
        const wrong = { ACCESS_TOKEN_LIFETIME_SECONDS: 'five minutes' };
        const run = start(process.execPath, [script, 'start', '--data', data], wrong);
        expect(await run.ended).toBe(1);
        expect(run.output()).toMatch(/^The auth service ended \(exit code 1\).*ACCESS_TOKEN_LIFETIME_SECONDS.*$/m);
        expect(run.output()).not.toMatch(/^\s+at /m);
        expect(run.output()).not.toContain('Loading');
        expect(readAccount(data)).toEqual(before);
      });
    } else {
      it('leaves nothing behind when it is killed, so that it can start again', async () => {
        const folder = join(data, 'postgres');
        chmodSync(data, 0o755);
        const password = 'only-the-owner-may-know-it';
        mkdirSync(folder, { mode: 0o700 });
        writeFileSync(join(folder, 'postgres-password'), password, { mode: 0o600 });
        const startOnPostgres = () => start(process.execPath, [script, 'start', '--postgres', '--data', folder]);
        const run = startOnPostgres();
        const seen = await commandLinesUntil(run.says(isReady));
        expect([...seen].filter((line) => /initdb|postgres-process|tpctl|main\.js/.test(line))).not.toEqual([]);
        expect([...seen].filter((line) => line.includes(password))).toEqual([]);
        expect(readFileSync(join(folder, 'demo.env'), 'utf8')).toContain(password);
        clusters.add(postmaster(env).folder);
        expect(variablesOf('auth', env)).not.toContain('ORDERING_DATABASE_URL');
        for (const name of ['api', 'worker', 'console'])
          expect(variablesOf(name, env)).not.toContain('AUTH_DATABASE_URL');
        for (const name of ['auth', 'api', 'worker'])
          expect(variablesOf(name, env)).not.toContain('CONSOLE_SECRET_KEY');
        // The program continues even if nobody reads its output, such as the log lines of the calls below.
        run.child.stdout!.destroy();
        const { code, output } = await runCommand('sh', ['-c', readmeSteps(folder)], { cwd: inRoot(), env });
        expect({ code, output }).toEqual({ code: 0, output: '' });
        expect(readFileSync(join(folder, 'demo.env'), 'utf8')).toMatch(/^export ORDERING_DATABASE_URL='postgres:/m);

        run.child.kill('SIGKILL');
        await run.ended;
        while ((await portsThatAnswer(env)).length > 0) await sleep(50);
        const before = readAccount(folder);
        const again = startOnPostgres();
        await again.says(isReady);
        expect(again.output()).not.toContain('Loading');
        expect(readAccount(folder)).toEqual(before);
        process.kill(postmaster(env).pid, 'SIGKILL');
        expect(await again.ended).toBe(1);
        expect(again.output()).toMatch(/^PostgreSQL ended by itself \(SIGKILL\)\.$/m);
        expect(again.output()).toMatch(/^PostgreSQL ended; all services are stopped\.$/m);
        expect(await portsThatAnswer(env)).toEqual([]);
      });
    }
  });
}

async function expectUpload(command: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { output } = await runCommand('sh', ['-c', command], { cwd: inRoot(), env });
  expect(output).toMatch(/^UPLOAD NO +RESULT/);
  expect(output).toMatch(/^DEMO-\d{8}-\d +accepted /m);
}

/** Runs the command with which the first start suggests to check a client. The client is `tp`. */
async function expectSandboxCheck(shown: string, env: NodeJS.ProcessEnv): Promise<void> {
  const [, check = ''] = /^ +(npm run .*sandbox check .*) -- node my-client\.mjs$/m.exec(shown) ?? [];
  const client = `node ${join('programs', 'tp', 'bin', 'tp.js')} download master`;
  const command = `${check} --only calm,lost-call -- ${client}`;
  expect(await runCommand('sh', ['-c', command], { cwd: inRoot(), env })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ok {2}calm .*\nok {2}lost-call .*\n$/),
  });
}

/** Plays both sides of an order with the commands of the README. */
async function expectConversation(data: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { order, sell, receive, history } = readmeConversation(data);
  const run = async (...blocks: string[]) => {
    const { code, output } = await runCommand('sh', ['-ec', blocks.join('')], { cwd: inRoot(), env });
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    return output;
  };
  expect(await run(order)).toMatch(/^status_code +40$/m);
  const sold = await run(sell, history);
  // Each update prints its outcome, with the new status of the slip.
  expect([...sold.matchAll(/ accepted +\S+ +(\d\d) /g)].map(([, status]) => status)).toEqual(['40', '60']);
  expect(sold).toMatch(/ ship +seller: user [^\n]*\n[^\n]* confirm +seller: user [^\n]*\n[^\n]* upload +buyer: /);
  // The second upload returns the same slip.
  const received = await run(order, receive, history);
  expect(received).toMatch(/ receive +buyer: user [^\n]*\n[^\n]* ship +seller: [^\n]*\n[^\n]* confirm +seller: /);
}

/**
 * Runs the curl commands of the README several times, each time with one error. The commands must stop, print the
 * reason and leave no file behind.
 */
async function expectToldFailures(data: string): Promise<void> {
  const broken = join(data, 'broken');
  const run = async (changes: Readonly<Record<string, string>>, steps = readmeSteps(broken)) => {
    const env = Object.entries(changes).map(([name, value]) => `export ${name}='${value}'\n`);
    mkdirSync(broken, { recursive: true });
    writeFileSync(join(broken, 'demo.env'), readFileSync(join(data, 'demo.env'), 'utf8') + env.join(''));
    const { code, output } = await runCommand('sh', ['-c', steps], { cwd: inRoot() });
    expect([code, readdirSync(broken)]).toEqual([1, ['demo.env']]);
    return output;
  };
  expect(await run({ USER_PASSWORD: 'wrong' })).toContain('"error":"invalid_grant"');
  expect(await run({ CLIENT_SECRET: 'wrong' })).toContain('"error":"invalid_client"');
  expect(await run({ API_URL: 'http://127.0.0.1:9/ordApi/order' })).toContain('127.0.0.1 port 9');
  const [groups, nobody] = ['["G001","F001"]', '["nobody"]'];
  expect(await run({}, readmeSteps(broken).replace(groups, nobody))).toBe(
    'The batch has no data: no record fits the request.\n',
  );
  expect(await run({}, readmeSteps(broken).replace(groups, '[true]'))).toContain(
    '"error_item":"member_group_code_list[0]"',
  );
}

function readAccount(data: string): DemoAccount {
  return JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as DemoAccount;
}

function inGroup(env: NodeJS.ProcessEnv) {
  return { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Reads what a process prints. */
function follow(child: ChildProcess) {
  let output = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const onData = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', onData);
  child.stderr?.on('data', onData);
  return {
    child,
    ended,
    output: () => output,
    async says(text: string): Promise<void> {
      while (!output.includes(text)) {
        const over = await Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve(undefined), 20))]);
        if (over !== undefined && !output.includes(text))
          throw new Error(`It ended before it printed "${text}":\n${output}`);
      }
    },
  };
}

async function portsThatAnswer(env: NodeJS.ProcessEnv): Promise<string[]> {
  const names = [
    'AUTH_PORT',
    'API_PORT',
    'WORKER_PORT',
    'CONSOLE_PORT',
    'POSTGRES_PORT',
    'SANDBOX_PORT',
    'SANDBOX_TLS_PORT',
  ];
  const answering = await Promise.all(names.map((name) => answers(Number(env[name]))));
  return names.filter((_, index) => answering[index]);
}

/**
 * Returns the command lines of all processes on this machine, except the given ones. Every user can read command lines.
 */
function commandLines(except: ReadonlySet<number> = new Set()): { pid: number; line: string }[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !except.has(Number(name)));
  return ids.flatMap((id) => {
    try {
      return [{ pid: Number(id), line: readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      // The process has ended in the meantime.
      return [];
    }
  });
}

/** Returns the names of the environment variables with which a service of this installation runs. */
function variablesOf(service: string, env: NodeJS.ProcessEnv): string[] {
  for (const { pid, line } of commandLines()) {
    if (!line.includes(`apps/${service}/bundle/main.js`)) continue;
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    if (variables.includes(`API_PORT=${env['API_PORT']}`)) return variables.map((text) => text.split('=')[0] ?? '');
  }
  throw new Error(`${service} does not run`);
}

/** Collects the command lines of all new processes that appear until the event has happened. */
async function commandLinesUntil(event: Promise<void>): Promise<ReadonlySet<string>> {
  const others = new Set(commandLines().map(({ pid }) => pid));
  const seen = new Set<string>();
  const timer = setInterval(() => {
    for (const { line } of commandLines(others)) seen.add(line);
  }, 10);
  await event.finally(() => clearInterval(timer));
  return seen;
}

/** The server of `npm start -- --postgres`. */
function postmaster(env: NodeJS.ProcessEnv): { pid: number; folder: string } {
  for (const { pid, line } of commandLines()) {
    const [, folder, port] = /postgres -D (\S+) -p (\d+) /.exec(line) ?? [];
    if (folder !== undefined && port === env['POSTGRES_PORT']) return { pid, folder };
  }
  throw new Error('PostgreSQL does not run');
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const result = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return result;
}
