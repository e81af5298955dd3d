import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { failureText, type KnownErrors, oneLine } from './failure-text.js';

/**
 * A program without commands, in the common style: one line for each failure, no help command.
 *
 * @param manifest the program's `package.json`; with it, `--version` prints the version
 */
export function newProgram(name: string, manifest?: URL): Command {
  const program = new Command(name)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${name}: ${oneLine(text.replace(/^error: /, ''))}\n`),
    })
    .helpCommand(false)
    .showSuggestionAfterError();
  if (manifest === undefined) return program;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return program.version(version, '--version', 'print the version');
}

/** A program and the texts of its failures. */
export interface ProgramOptions {
  readonly name: string;
  /** The command line without the interpreter and the script. */
  readonly args: readonly string[];
  readonly make: () => Command | Promise<Command>;
  readonly errors: KnownErrors;
  /** The exit code of a command that ended with this error; a wrong command line is a `CommanderError`. Default: 1. */
  readonly exitCode?: (error: unknown) => number;
}

/**
 * Runs one command. Every error becomes one line on standard error.
 *
 * @returns the exit code: 0 only if the command completed its task
 */
export async function runProgram({ name, args, make, errors, exitCode = () => 1 }: ProgramOptions): Promise<number> {
  const tell = async (error: unknown) => {
    if (hasReaderLeft(error)) return;
    process.stderr.write(`${name}: ${await failureText(error, errors)}\n`);
  };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => void endWithoutOutput(error, tell));
  // If nobody reads standard error any more, the work goes on: only remarks such as progress are lost.
  process.stderr.on('error', () => undefined);
  try {
    const program = await make();
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCode(error);
    await tell(error);
    return exitCode(error);
  }
}

/** If a reader such as `head` closes the pipe, the command ends silently, but without success. */
export function hasReaderLeft(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'EPIPE' && syscall === 'write';
}

async function endWithoutOutput(error: NodeJS.ErrnoException, tell: (error: unknown) => Promise<void>): Promise<never> {
  await tell(error);
  process.exit(1);
}
