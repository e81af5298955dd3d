import { parseArgs } from 'node:util';
import { Failure } from '@trading-platform/bootstrap/failure';

/**
 * @typedef {(
 *   | 'members'
 *   | 'slips-per-day'
 *   | 'batches-per-day'
 *   | 'product-records-per-day'
 *   | 'uploaded-percent'
 *   | 'downloads-per-slip'
 *   | 'checks-per-batch'
 *   | 'sign-ins-per-day'
 *   | 'reissues-per-day'
 *   | 'products'
 *   | 'slips-kept-days'
 *   | 'batches-kept-days'
 *   | 'busiest-hour-percent'
 *   | 'busy-percent'
 *   | 'core-percent'
 *   | 'databases'
 * )} OptionName
 */

/**
 * @typedef {Readonly<Record<OptionName, number>>} Demand the amounts of work on a busy day, and how the platform is run
 */

/**
 * @typedef {object} ModelOption
 * @property {OptionName} name
 * @property {string} description
 * @property {number} [least] default: 0
 * @property {number} [most] default: 10^12
 * @property {(given: Demand) => number} byDefault calculates the default from the options before this one
 * @property {string} [shownDefault] the text for a default that depends on other options
 */

const mostOfAnything = 1e12;

/** @type {readonly ModelOption[]} */
export const modelOptions = [
  { name: 'members', description: 'members', least: 1, most: 1e9, byDefault: () => 1_000 },
  {
    name: 'slips-per-day',
    description: 'new slips in a day; each has ten lines and two views',
    byDefault: ({ members }) => 50 * members,
    shownDefault: '50 for each member',
  },
  {
    name: 'batches-per-day',
    description: 'batches that callers request in a day, including uploads',
    byDefault: ({ members }) => 24 * members,
    shownDefault: '24 for each member',
  },
  {
    name: 'product-records-per-day',
    description: 'records of the order master in these batches',
    byDefault: ({ members }) => 100 * members,
    shownDefault: '100 for each member',
  },
  {
    name: 'uploaded-percent',
    description: 'percent of the slips that come from uploaded orders; the others are imported',
    most: 100,
    byDefault: () => 10,
  },
  { name: 'downloads-per-slip', description: 'how often each slip is delivered', most: 1_000, byDefault: () => 2 },
  {
    name: 'checks-per-batch',
    description: 'how often callers ask whether a batch has ended',
    most: 1_000,
    byDefault: () => 2,
  },
  {
    name: 'sign-ins-per-day',
    description: 'tokens for a password',
    byDefault: ({ members }) => members,
    shownDefault: 'one for each member',
  },
  {
    name: 'reissues-per-day',
    description: 'tokens for a refresh token',
    byDefault: (given) => given['batches-per-day'],
    shownDefault: 'one for each batch',
  },
  {
    name: 'products',
    description: 'products of all members',
    byDefault: ({ members }) => 100 * members,
    shownDefault: '100 for each member',
  },
  { name: 'slips-kept-days', description: 'days for which slips are kept', most: 36_500, byDefault: () => 400 },
  {
    name: 'batches-kept-days',
    description: 'days for which the results of batches are kept',
    most: 365,
    byDefault: () => 7,
  },
  {
    name: 'busiest-hour-percent',
    description: 'percent of the work of a day that is done in its busiest hour',
    least: 5,
    most: 100,
    byDefault: () => 15,
  },
  {
    name: 'busy-percent',
    description: 'how busy a core may be in that hour, in percent',
    least: 1,
    most: 100,
    byDefault: () => 60,
  },
  {
    name: 'core-percent',
    description: 'speed of a core, in percent of a core of the measured machine',
    least: 1,
    most: 10_000,
    byDefault: () => 100,
  },
  {
    name: 'databases',
    description: 'databases, each for a group of members',
    least: 1,
    most: 10_000,
    byDefault: () => 1,
  },
];

export const help = `npm run capacity -- [options]

Prints the cores, memory, disk, disk operations, network and processes that a platform needs for its work, with the formulas. The measured
costs are in tooling/capacity/costs.json ("npm run bench scale -- --write" measures them). All numbers are whole.

${modelOptions.map(helpLine).join('\n')}
  --json                         prints the result as JSON
  --help                         this text
`;

/**
 * @param {readonly string[]} args
 * @returns {{ demand: Demand, json: boolean, help: boolean }}
 * @throws {Failure} The message names each wrong option.
 */
export function readOptions(args) {
  const values = parse(args);
  /** @type {Record<string, number>} */
  const demand = {};
  const wrong = [];
  for (const option of modelOptions) {
    const { name, least = 0, most = mostOfAnything } = option;
    const text = values[name];
    if (typeof text !== 'string') {
      demand[name] = option.byDefault(/** @type {Demand} */ (demand));
      continue;
    }
    demand[name] = readNumber(text);
    if (demand[name] >= least && demand[name] <= most) continue;
    wrong.push(`--${name} must be a whole number from ${shown(least)} to ${shown(most)}, not ${text}`);
  }
  if (wrong.length > 0) throw new Failure(`${wrong.join('\n')}\nFor help: npm run capacity -- --help`);
  return { demand: /** @type {Demand} */ (demand), json: values.json === true, help: values.help === true };
}

/**
 * @param {readonly string[]} args
 * @returns {Record<string, unknown>}
 */
function parse(args) {
  const numbers = modelOptions.map(({ name }) => [name, { type: /** @type {const} */ ('string') }]);
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    return parseArgs({ args: [...args], options: { ...Object.fromEntries(numbers), json: flag, help: flag } }).values;
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message}\nFor help: npm run capacity -- --help`);
  }
}

/** Reads a number, which may contain commas between groups of three digits, as in the printed numbers. @param {string} text */
function readNumber(text) {
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** @param {ModelOption} option */
function helpLine({ name, description, byDefault, shownDefault }) {
  const value = shownDefault ?? shown(byDefault(/** @type {Demand} */ ({})));
  return `  ${`--${name} N`.padEnd(31)}${description} (default ${value})`;
}

/** @param {number} number */
function shown(number) {
  return number.toLocaleString('en');
}
