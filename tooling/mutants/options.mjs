import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

export const help = `npm run test:mutants [-- options] [PATH …]

Puts bugs into a copy of the tree, one at a time: into business rules and into code that handles requests. Checks whether the
tests of the room notice each bug. PATH: only files whose path begins like this. Ends with 1 when no test noticed a bug of
tooling/mutants/kept.mjs, or when the tests noticed less than 90 % of a room's bugs.

Options
  --sample N      only N bugs, selected at random
  --seed S        selects other bugs (default 1)
  --kept          only the bugs of kept.mjs
  --all           all bugs that can be made, which takes many hours; without it, a fixed share of each file
  --workers N     tests N bugs at the same time (default: one for each core)
  --list          shows the bugs and runs nothing
  --help          this text
`;

/**
 * @param {string[]} args
 */
export function parseOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      kept: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      workers: { type: 'string', default: String(cpus().length) },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const workers = positiveNumber('workers', values.workers);
  const sample = values.sample === undefined ? undefined : positiveNumber('sample', values.sample);
  return { ...values, workers, sample, paths: positionals };
}

/** @param {string} name @param {string} text */
function positiveNumber(name, text) {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--${name} must be a number from 1, not ${text}`);
  return Number(text);
}
