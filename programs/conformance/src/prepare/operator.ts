import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CliError } from '@trading-platform/terminal';

const commandWithinMs = 120_000;

/** Runs a command of `tpctl` with `--json` and returns its output. */
export type RunTpctl = (parameters: readonly string[], input?: string) => Promise<Readonly<Record<string, unknown>>>;

/** The operator's command that runs `tpctl`, such as `npx tpctl`. */
export class Operator {
  readonly #words: readonly string[];

  /** @param command the command line as the operator typed it; words in double or single quotes may contain spaces */
  constructor(command: string) {
    this.#words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  }

  /**
   * Runs a command of `tpctl` and returns its output as JSON.
   *
   * @throws CliError `input` if the command fails; the error does not repeat the input of the command
   */
  readonly run: RunTpctl = async (parameters, input = '') => {
    const [program = '', ...words] = this.#words;
    const child = spawn(program, [...words, ...parameters, '--json'], {
      stdio: 'pipe',
      signal: AbortSignal.timeout(commandWithinMs),
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', (cause) => reject(new CliError('input', `${program} cannot be started`, { cause })));
      child.once('close', resolve);
    });
    const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code !== 0)
      throw new CliError('input', `${[...this.#words, ...parameters].join(' ')} failed: ${errors.trim()}`);
    return readAnswer(output);
  };
}

function readAnswer(output: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(output) as Record<string, unknown>;
  } catch (cause) {
    throw new CliError('input', 'The command of --prepare does not print JSON', { cause });
  }
}
