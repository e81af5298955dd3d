import { CommanderError } from 'commander';
import { describeFailure } from './describe-failure.js';
import { makeProgram } from './make-program.js';

/**
 * Runs one command of `tpctl`. Everything that goes wrong becomes one line on standard error.
 *
 * @param args the command line without the interpreter and the script
 * @returns the exit code: 0 only if the command did all it was asked for
 */
export async function main(args: readonly string[]): Promise<number> {
  process.stdout.on('error', (error) => void endWithoutOutput(error));
  // What we say beside the outcome, such as progress, may go unread: the work goes on.
  process.stderr.on('error', () => undefined);
  try {
    const program = await makeProgram(args[0]);
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`tpctl: ${await describeFailure(error)}\n`);
    return 1;
  }
}

/** A reader such as `head` that has seen enough ends the command quietly, though not with success. */
async function endWithoutOutput(error: NodeJS.ErrnoException): Promise<never> {
  if (error.code !== 'EPIPE') process.stderr.write(`tpctl: ${await describeFailure(error)}\n`);
  process.exit(1);
}
