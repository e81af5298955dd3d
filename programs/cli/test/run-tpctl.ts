import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CommandHost } from '@trading-platform/jest-preset/command-host';

const script = join(import.meta.dirname, '../bundle/tpctl.js');
const host = new CommandHost(join(import.meta.dirname, '../bundle/main.js'));
/** A short command need not collect its garbage: this saves a quarter of its CPU. */
const flags = ['--min-semi-space-size=16'];

export interface TpctlResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TpctlOptions {
  /** Standard input, whole or in pieces. */
  readonly input?: string | Iterable<string>;
  readonly env?: Readonly<Record<string, string>>;
  readonly onStart?: (child: ChildProcess) => void;
  /** File descriptor of its standard output. Default: a pipe whose text is returned. */
  readonly output?: number;
}

/** A folder with its own databases, in which `tpctl` runs. */
export class Workplace {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<Workplace> {
    return new Workplace(await mkdtemp(join(tmpdir(), 'tpctl-')));
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async write(name: string, lines: readonly object[]): Promise<void> {
    await writeFile(join(this.folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /**
   * Runs a command to its end. As in a script, standard input is a pipe with the given text. The command runs in its
   * own process if the test disturbs it or runs it beside another command.
   */
  tpctl(args: readonly string[], options: TpctlOptions = {}): Promise<TpctlResult> {
    const { input = '', onStart, output } = options;
    const isOrdinary = typeof input === 'string' && onStart === undefined && output === undefined && !host.isBusy;
    return isOrdinary
      ? host.run(args, { cwd: this.folder, env: this.#environment(options), input })
      : this.#process(args, options);
  }

  #environment({ env }: TpctlOptions): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      AUTH_DATABASE_URL: `sqlite:${join(this.folder, 'auth.sqlite')}`,
      ORDERING_DATABASE_URL: `sqlite:${join(this.folder, 'ordering.sqlite')}`,
      ...env,
    };
  }

  #process(args: readonly string[], options: TpctlOptions): Promise<TpctlResult> {
    const env = this.#environment(options);
    return new Promise((resolve, reject) => {
      const stdio = ['pipe', options.output ?? 'pipe', 'pipe'] as const;
      const child = spawn(process.execPath, [...flags, script, ...args], { cwd: this.folder, env, stdio: [...stdio] });
      options.onStart?.(child);
      let stdout = '';
      let stderr = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
      // A command that needs no input may end before it reads any.
      child.stdin?.on('error', () => undefined);
      if (child.stdin !== null) Readable.from(options.input ?? '').pipe(child.stdin);
    });
  }
}

/** A line of a members file. */
export function aMember(code: string, fields: object = {}): object {
  return { member_code: code, member_name: `会社 ${code}`, ...fields };
}

/** A line of a master file. */
export function aProduct(memberCode: string, itemId: string, fields: object = {}): object {
  const line = { item_id: itemId, item_name: `商品 ${itemId}` };
  return { member_code: memberCode, member_code_partner: '90000001', buy: [line], ...fields };
}
