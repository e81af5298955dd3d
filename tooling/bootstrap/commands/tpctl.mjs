import { runProgram } from '../run-program.mjs';

/**
 * Runs tpctl, the command line of operators.
 *
 * @param {string[]} args
 */
export function run(args) {
  return runProgram('programs/cli/bundle/tpctl.js', args);
}
