import { CliError, runProgram } from '@trading-platform/terminal';
import { makeProgram } from './make-program.js';

/**
 * Runs the command line of the kit.
 *
 * @param args the command line without the interpreter and the script
 * @returns 0 the deployment conforms, 1 it does not, 2 wrong use
 */
export function main(args: readonly string[]): Promise<number> {
  return runProgram({
    name: 'conformance',
    args,
    make: makeProgram,
    errors: { names: ['NoAnswer', 'RangeError'] },
    exitCode: (error) => (error instanceof CliError && error.code === 'refused' ? 1 : 2),
  });
}
