import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { readCosts } from './costs.mjs';
import { planOf } from './model.mjs';
import { readOptions } from './options.mjs';
import { report } from './report.mjs';

const file = inRoot('docs', 'capacity.md');
const example = /(```sh\nnpm run --silent capacity -- (.+)\n```\n+```text\n)([^]*?)(```)/g;

/** Each command that the document shows, and what it says that the command prints. */
export function documentExamples() {
  return [...readFileSync(file, 'utf8').matchAll(example)].map(([, , args = '', printed = '']) => ({ args, printed }));
}

/** Has the document show what its commands print with the costs of now. */
export function renewDocument() {
  const costs = readCosts();
  const renewed = readFileSync(file, 'utf8').replace(example, (_, before, args, __, after) => {
    const { demand } = readOptions(args.split(' '));
    return `${before}${report(costs, demand, planOf(costs, demand))}${after}`;
  });
  writeFileSync(file, renewed);
}
