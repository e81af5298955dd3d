import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runShell } from './runbook-commands.js';

const run = promisify(execFile);
const systemctl = fileURLToPath(new URL('systemctl.mjs', import.meta.url));
const pollMs = 50;
const patienceMs = 120_000;

/**
 * A machine as Debian installs it, for those commands of the documents that run as root. It has its own folders for
 * settings, programs and PostgreSQL, its own network, and the stock cluster of PostgreSQL. It is a namespace of this
 * machine, which itself does not change.
 */
export class DebianMachine {
  readonly folder: string;
  readonly #holder: ChildProcess;

  private constructor(folder: string, holder: ChildProcess) {
    this.folder = folder;
    this.#holder = holder;
  }

  /** @throws Error if this machine lacks a Debian package, or the rights of root */
  static async start(): Promise<DebianMachine> {
    await need('/usr/bin/pg_createcluster', 'postgresql');
    await need('/usr/bin/unshare', 'util-linux');
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-debian-'));
    await chmod(folder, 0o755);
    for (const name of ['opt', 'backups', 'postgresql', 'log', 'run', 'bin', 'local', 'state']) {
      await mkdir(join(folder, name));
    }
    await run('cp', ['-a', '/etc', join(folder, 'etc')]);
    await rm(join(folder, 'etc/postgresql'), { recursive: true, force: true });
    await run('chown', ['postgres:postgres', ...['postgresql', 'log', 'run'].map((name) => join(folder, name))]);
    const shim = `#!/bin/sh\nexec ${process.execPath} ${systemctl} ${join(folder, 'state')} "$@"\n`;
    await writeFile(join(folder, 'bin/systemctl'), shim, { mode: 0o755 });
    // In this way npm reaches its registry, as on a machine with a network.
    const { stdout: npm } = await run('sh', ['-c', 'command -v npm']);
    const online = `#!/bin/sh\nexec nsenter --net=/proc/${process.pid}/ns/net ${npm.trim()} "$@"\n`;
    await writeFile(join(folder, 'bin/npm'), online, { mode: 0o755 });
    const mounts = [
      ['etc', '/etc'],
      ['opt', '/opt'],
      ['backups', '/var/backups'],
      ['postgresql', '/var/lib/postgresql'],
      ['log', '/var/log/postgresql'],
      ['run', '/run/postgresql'],
      ['local', '/usr/local/bin'],
    ].map(([from, to]) => `mkdir -p ${to} && mount --bind ${folder}/${from} ${to}`);
    const steps = ['set -e', ...mounts, 'ip link set lo up', 'echo ready', 'exec sleep 86400'];
    const holder = spawn('unshare', ['--mount', '--net', 'sh', '-c', steps.join('\n')], { stdio: 'pipe' });
    const machine = new DebianMachine(folder, holder);
    const failed = once(holder, 'exit').then(() =>
      Promise.reject(new Error('The simulated machine cannot start: it needs root and iproute2')),
    );
    await Promise.race([once(holder.stdout, 'data'), failed]);
    failed.catch(() => undefined);
    const [version = ''] = (await readdir('/usr/lib/postgresql')).toSorted((a, b) => Number(b) - Number(a));
    await machine.run(`pg_createcluster ${version} main --start`);
    return machine;
  }

  /** Runs commands as root in the repository, and returns their output. */
  run(commands: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const path = `${this.folder}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
    const enter = `exec nsenter --mount --net --target ${this.#holder.pid} --wd=. sh -c "$COMMANDS"`;
    const node = join(process.execPath, '..');
    const env = { PATH: `${path}:${node}`, HOME: '/root', ...variables, COMMANDS: commands };
    return runShell(enter, { cwd: fileURLToPath(new URL('../..', import.meta.url)), env });
  }

  /** Runs a query as the superuser of the cluster, and returns the lines of the answer. */
  async ask(sql: string, database = 'postgres'): Promise<readonly string[]> {
    const psql = 'runuser -u postgres -- psql --no-psqlrc --tuples-only --no-align';
    const answer = await this.run(`${psql} --set=ON_ERROR_STOP=1 --command="$SQL" ${database}`, { SQL: sql });
    return answer.split('\n').filter(Boolean);
  }

  /**
   * Waits until a command succeeds.
   *
   * @throws Error of the command if it still fails after two minutes
   */
  async until(command: string): Promise<void> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const failure = await this.run(command).then(
        () => undefined,
        (error: Error) => error,
      );
      if (failure === undefined) return;
      if (performance.now() > deadline) throw failure;
      await sleep(pollMs);
    }
  }

  /** The log of a unit. */
  logOf(unit: string): Promise<string> {
    return readFile(join(this.folder, 'state', `${unit}.log`), 'utf8');
  }

  async end(): Promise<void> {
    const version = (await readdir(join(this.folder, 'postgresql')))[0];
    if (version !== undefined) await this.run(`pg_ctlcluster ${version} main stop --force`).catch(() => undefined);
    for (const file of await readdir(join(this.folder, 'state'))) {
      if (file.endsWith('.pid')) await this.run(`systemctl stop ${file.replace('.pid', '')}`);
    }
    this.#holder.kill();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function need(path: string, debianPackage: string): Promise<void> {
  await readFile(path).catch(() => {
    throw new Error(`Debian's package ${debianPackage} is needed: apt-get install ${debianPackage}`);
  });
}
