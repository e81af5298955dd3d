import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { FakePlatform } from '@trading-platform/client/testing';
import { CommandHost } from '@trading-platform/jest-preset/command-host';

const script = join(import.meta.dirname, '../bin/tp.js');
const host = new CommandHost(join(import.meta.dirname, '../dist/main.js'));

export interface TpResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TpOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onStart?: (child: ChildProcess) => void;
}

/** A folder with its own settings, in which `tp` runs. */
export class Workplace {
  readonly folder: string;
  /** The program itself. */
  readonly script = script;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes `caller.json`, the credentials of the fake platform's user. */
  static async make(url: string): Promise<Workplace> {
    const place = new Workplace(await mkdtemp(join(tmpdir(), 'tp-')));
    const account = { client_id: 'erp', client_secret: 'secret', user_id: 'tanaka', user_password: 'correct horse' };
    await place.write('caller.json', JSON.stringify({ auth_url: url, api_url: url, ...account }));
    return place;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(this.path(name), text);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  /**
   * Runs a command to its end; standard input is a pipe with the given text, as in a script. The command runs in its
   * own process if the test disturbs it, changes Node, or runs another command at the same time.
   */
  tp(args: readonly string[], { input = '', env: more = {}, onStart }: TpOptions = {}): Promise<TpResult> {
    const env = { PATH: process.env['PATH'] ?? '', TP_CONFIG_DIR: this.path('config'), ...more };
    const isOrdinary = onStart === undefined && !('NODE_OPTIONS' in more) && !host.isBusy;
    return isOrdinary
      ? host.run(args, { cwd: this.folder, env, input })
      : this.#process(args, { input, env, onStart: onStart ?? (() => undefined) });
  }

  #process(args: readonly string[], { input, env, onStart }: Required<TpOptions>): Promise<TpResult> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [script, ...args], { cwd: this.folder, env, stdio: 'pipe' });
      onStart(child);
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
      // A command that needs no input may end before it reads any.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    });
  }
}

export const withCredentials = ['--credentials', 'caller.json'];

/** Fixtures of one test. */
export interface Scene {
  readonly platform: FakePlatform;
  readonly url: string;
  readonly workplace: Workplace;
}

/** Gives each test a fake platform and a workplace of its caller, and closes both after the test. */
export function eachWithPlatform(use: (scene: Scene) => void): void {
  let scene: Scene | undefined;
  beforeEach(async () => {
    const platform = new FakePlatform();
    const url = await platform.start();
    scene = { platform, url, workplace: await Workplace.make(url) };
    use(scene);
  });
  afterEach(async () => {
    await scene?.platform.stop();
    await scene?.workplace.remove();
  });
}
