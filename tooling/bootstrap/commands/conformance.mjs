import { runProgram } from '../run-program.mjs';

/**
 * Runs the conformance kit.
 *
 * @param {string[]} args
 */
export function run(args) {
  return runProgram('programs/conformance/bin/conformance.js', args);
}
