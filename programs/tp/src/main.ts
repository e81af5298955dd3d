import { runProgram } from '@trading-platform/terminal';
import { exitCode, exitCodes } from './exit-code.js';
import { knownErrors } from './known-errors.js';
import { makeProgram } from './make-program.js';

/**
 * Runs one command of `tp`. Every error becomes one line on standard error.
 *
 * @param args the command line without the interpreter and the script
 * @returns the exit code, from `exitCodes`
 */
export async function main(args: readonly string[]): Promise<number> {
  const code = await runProgram({ name: 'tp', args, make: () => makeProgram(args[0]), errors: knownErrors, exitCode });
  // A pending call for a batch would keep the process alive.
  if (code === exitCodes.interrupted.code) process.exit(code);
  return code;
}
