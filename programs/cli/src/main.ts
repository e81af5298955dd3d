import { type KnownErrors, oneLine, runProgram } from '@trading-platform/terminal';
import { makeProgram } from './make-program.js';

const errors: KnownErrors = {
  names: ['AuthError', 'OrderingError', 'DatabaseAddressError', 'MissingPackageError'],
  textOf: async (error) => {
    if (error.name === 'SettingsError') return `wrong settings: ${oneLine(error.message)}`;
    const { startFailureText } = await import('@trading-platform/service');
    return startFailureText(error);
  },
};

/**
 * Runs one command of `tpctl`. Every error becomes one line on standard error.
 *
 * @param args the command line without the interpreter and the script
 * @returns the exit code: 0 only if the command completed its task
 */
export function main(args: readonly string[]): Promise<number> {
  return runProgram({ name: 'tpctl', args, make: makeProgram, errors });
}
