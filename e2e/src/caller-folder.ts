import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandHost } from '@trading-platform/jest-preset/command-host';
import type { Addresses, Credentials } from './api-caller.js';
import { programs } from './programs.js';

export interface TpResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

const pollMs = 5;
const host = new CommandHost(programs.tpMain);

/** A folder of a caller who uses `tp`. The folder contains the credentials, separate settings, and downloads. */
export class CallerFolder {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes the credentials of a user to `caller.json`. */
  static async make(addresses: Addresses, credentials: Credentials): Promise<CallerFolder> {
    const place = new CallerFolder(await mkdtemp(join(tmpdir(), 'tp-e2e-')));
    const account = {
      auth_url: addresses.authUrl,
      api_url: addresses.apiUrl,
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      user_id: credentials.userId,
      user_password: credentials.password,
    };
    await writeFile(place.path('caller.json'), JSON.stringify(account));
    return place;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  /** Starts a command. The promise resolves when the command ends. */
  start(
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): { readonly child: ChildProcess; readonly ended: Promise<TpResult> } {
    const env = this.#environment(more);
    const child = spawn(process.execPath, [programs.tp, ...args], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(([end, output, errors]) => ({
      code: end,
      output,
      errors,
    }));
    return { child, ended };
  }

  tp(...args: readonly string[]): Promise<TpResult> {
    return this.run(args);
  }

  /** Runs a command until it ends. If another command is running, the command gets a process of its own. */
  async run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<TpResult> {
    if (host.isBusy) return this.start(args, more).ended;
    const { code, stdout, stderr } = await host.run(args, { cwd: this.folder, env: this.#environment(more) });
    return { code, output: stdout, errors: stderr };
  }

  /**
   * Runs a download and kills it this many milliseconds after the download first writes to a file. Does nothing if the
   * download has ended before.
   *
   * @param target the target of `out`, if it is a link
   */
  async killedAfter(ms: number, out: string, args: readonly string[], target = out): Promise<TpResult> {
    const { child, ended } = this.start([...args, '--out', out]);
    while (child.exitCode === null && !existsSync(this.path(`${target}.part`))) await sleep(pollMs);
    await sleep(ms);
    child.kill('SIGKILL');
    return ended;
  }

  /** Repeats the same command and kills every run except the last. Returns the number of kills and the last result. */
  async downloadWithKills(
    out: string,
    args: readonly string[],
    delaysMs: readonly number[],
    target = out,
  ): Promise<{ readonly kills: number; readonly last: TpResult }> {
    for (const [kills, ms] of delaysMs.entries()) {
      const result = await this.killedAfter(ms, out, args, target);
      if (result.code !== null) return { kills, last: result };
    }
    return { kills: delaysMs.length, last: await this.tp(...args, '--out', out) };
  }

  #environment(more: Readonly<Record<string, string>>): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      TP_CONFIG_DIR: this.path('config'),
      BROWSER: 'true',
      ...more,
    };
  }
}
