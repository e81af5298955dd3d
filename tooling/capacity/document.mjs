import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { readCosts } from './costs.mjs';
import { planOf } from './model.mjs';
import { readOptions } from './options.mjs';
import { report } from './report.mjs';

const file = inRoot('docs', 'capacity.md');
const example = /(```sh\nnpm run --silent capacity -- (.+?)(?: \| tail -n (\d+))?\n```\n+```text\n)([^]*?)(```)/g;

/** The commands of the document, the number of last lines that it shows (undefined: all), and the shown output. */
export function documentExamples() {
  return [...readFileSync(file, 'utf8').matchAll(example)].map(([, , args = '', lines, printed = '']) => ({
    args,
    lines: lines === undefined ? undefined : Number(lines),
    printed,
  }));
}

/** Writes the output of its commands, with the present costs, into the document. */
export function renewDocument() {
  const costs = readCosts();
  const renewed = readFileSync(file, 'utf8').replace(example, (_, before, args, lines, __, after) => {
    const { demand } = readOptions(args.split(' '));
    const text = report(costs, demand, planOf(costs, demand));
    return `${before}${lines === undefined ? text : lastLines(text, Number(lines))}${after}`;
  });
  writeFileSync(file, renewed);
}

/**
 * @param {string} text that ends with a line's end
 * @param {number} count
 */
export function lastLines(text, count) {
  return text
    .split('\n')
    .slice(-count - 1)
    .join('\n');
}
