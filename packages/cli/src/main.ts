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
  // A reader such as `head` that has seen enough ends the command quietly, though not with success.
  process.stdout.on('error', () => process.exit(1));
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
