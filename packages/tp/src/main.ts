import type { PlatformError } from '@trading-platform/client';
import { type KnownErrors, runProgram } from '@trading-platform/terminal';
import { exitCode, exitCodes } from './exit-code.js';
import { makeProgram } from './make-program.js';

const errors: KnownErrors = {
  names: [],
  describe: (error) => {
    const { name, message, advice } = error as PlatformError;
    return name === 'PlatformError' && advice ? `${message}. ${advice}` : message;
  },
};

/**
 * Runs one command of `tp`. Everything that goes wrong becomes one line on standard error.
 *
 * @param args the command line without the interpreter and the script
 * @returns the exit code, as `exitCodes` says
 */
export async function main(args: readonly string[]): Promise<number> {
  const code = await runProgram({ name: 'tp', args, make: () => makeProgram(args[0]), errors, exitCode });
  // A batch that is still waited for would hold the process.
  if (code === exitCodes.interrupted.code) process.exit(code);
  return code;
}
