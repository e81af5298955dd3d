import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, failureLine } from '@trading-platform/bootstrap/failure';

/**
 * @typedef {readonly [byDefault: number | string | boolean, description: string]} Option the default is a number, a
 * text, or `false` for a switch
 */

/**
 * @template {Readonly<Record<string, Option>>} Options
 * @typedef {{ [Name in keyof Options]: Options[Name][0] extends number ? number : Options[Name][0] extends boolean ? boolean : string }} Values
 */

/**
 * Runs a benchmark. The function parses the options, or prints a help text about the options. The benchmark gets a
 * folder that is removed at the end. The exit code is 1 if a result misses its target.
 *
 * @template {Readonly<Record<string, Option>>} const Options
 * @param {{ name: string, about: string, options: Options }} bench
 * @param {(values: Values<Options>, folder: string) => Promise<boolean | void>} run returns whether all results are as wanted
 */
export async function runBench({ name, about, options }, run) {
  let folder;
  try {
    const values = readOptions(name, options);
    if (values === undefined) {
      process.stdout.write(helpOf(name, about, options));
      return;
    }
    folder = mkdtempSync(join(tmpdir(), 'trading-platform-bench-'));
    if ((await run(values, folder)) === false) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? failureLine(error) : /** @type {Error} */ (error).stack}\n`);
    process.exitCode = 1;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}

/**
 * @template {Readonly<Record<string, Option>>} Options
 * @param {string} name
 * @param {Options} options
 * @returns {Values<Options> | undefined} undefined if the help is requested
 */
function readOptions(name, options) {
  /** @type {import('node:util').ParseArgsOptionsConfig} */
  const known = { help: { type: 'boolean' } };
  for (const [option, [byDefault]] of Object.entries(options)) {
    known[option] = { type: typeof byDefault === 'boolean' ? 'boolean' : 'string' };
  }
  try {
    const { help, ...given } = /** @type {Record<string, string | boolean | undefined>} */ (
      parseArgs({ options: known }).values
    );
    if (help) return undefined;
    const values = Object.entries(options).map(([option, [byDefault]]) => [
      option,
      valueOf(option, byDefault, given[option]),
    ]);
    return /** @type {Values<Options>} */ (Object.fromEntries(values));
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message}\nnpm run bench ${name} -- --help lists the options`);
  }
}

/**
 * @param {string} option
 * @param {number | string | boolean} byDefault
 * @param {string | boolean | undefined} given
 */
function valueOf(option, byDefault, given) {
  if (given === undefined) return byDefault;
  if (typeof byDefault !== 'number') return given;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${option} must be a whole number from 1, not ${given}`);
  return number;
}

/**
 * @param {string} name
 * @param {string} about
 * @param {Readonly<Record<string, Option>>} options
 */
function helpOf(name, about, options) {
  const lines = Object.entries(options).map(([option, [byDefault, description]]) => {
    const value = typeof byDefault === 'boolean' ? '' : typeof byDefault === 'number' ? ' N' : ' TEXT';
    const shown = typeof byDefault === 'boolean' || byDefault === '' ? '' : ` (default ${byDefault})`;
    return `  ${`--${option}${value}`.padEnd(20)}${description}${shown}`;
  });
  return `npm run bench ${name} -- [options]\n\n${about}\n\n${[...lines, '  --help'].join('\n')}\n`;
}
