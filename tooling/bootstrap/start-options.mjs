import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';

export const startHelp = `npm start [-- options]

Sets everything up, then runs the services until Ctrl-C: auth (AUTH_PORT, 4000), api (API_PORT, 4001), worker
(WORKER_PORT, 4002) and console (CONSOLE_PORT, 4004). Databases are in data/. Settings come from the environment and from .env (see .env.example).

Options
  --no-demo       start without the demo market, its client and its user
  --size SIZE     size of a new demo market: small, medium, large, or a number of records
  --seed NUMBER   seed of a new demo market (default 1)
  --postgres      use an embedded PostgreSQL (POSTGRES_PORT, 4003) instead of SQLite; all data are in data/postgres/,
                  and the files of the server in data/postgres/cluster/
  --data FOLDER   keep databases and the demo account in FOLDER instead of data/
  --help          this text
`;

/**
 * @typedef {object} StartOptions
 * @property {boolean} help
 * @property {boolean} demo
 * @property {boolean} postgres
 * @property {string} data folder, relative to the root or absolute
 * @property {string[]} marketArguments
 */

/**
 * @param {string[]} args
 * @returns {StartOptions}
 * @throws {Failure} for an unknown option
 */
export function parseStartOptions(args) {
  const values = parse(args);
  return {
    help: values.help ?? false,
    demo: values['no-demo'] !== true,
    postgres: values.postgres ?? false,
    data: values.data ?? (values.postgres ? 'data/postgres' : 'data'),
    marketArguments: [
      ...(values.size === undefined ? [] : ['--size', values.size]),
      ...(values.seed === undefined ? [] : ['--seed', values.seed]),
    ],
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        'no-demo': { type: 'boolean' },
        postgres: { type: 'boolean' },
        data: { type: 'string' },
        size: { type: 'string' },
        seed: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message.split('. ')[0]}. See: npm start -- --help`);
  }
}
