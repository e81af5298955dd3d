import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

export const help = `npm run test:mutants [-- options] [PATH …]

Puts bugs into the rules and the wire, one at a time and in a copy of the tree, and asks the tests of the room whether they
notice. Ends with 1 when a bug went unnoticed that tooling/mutants/accepted.mjs does not explain, or when less than 90 % of a
room's bugs were noticed. PATH: only files whose path begins like this.

Options
  --sample N      only N of them, picked at random
  --seed S        another pick (default 1)
  --kept          only those that were written down by hand, in tooling/mutants/kept.mjs
  --all           everything that the operators make, not the standing selection: many hours
  --again         only those that went unnoticed the last time
  --accepted      those of accepted.mjs as well, which otherwise count as unnoticed without being asked
  --within S      asks only test files that took at most S seconds without a bug: quicker, and more bugs go unnoticed
  --workers N     as many at a time (default: one for each core)
  --list          show them, and run nothing
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
      accepted: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      within: { type: 'string' },
      workers: { type: 'string', default: String(cpus().length) },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const workers = positiveNumber('workers', values.workers);
  const sample = values.sample === undefined ? undefined : positiveNumber('sample', values.sample);
  const within = values.within === undefined ? Number.POSITIVE_INFINITY : positiveNumber('within', values.within);
  return { ...values, workers, sample, within, paths: positionals };
}

/** @param {string} name @param {string} text */
function positiveNumber(name, text) {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--${name} wants a number from 1, not ${text}`);
  return Number(text);
}
