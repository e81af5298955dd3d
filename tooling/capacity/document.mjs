import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { readCosts } from './costs.mjs';
import { planOf } from './model.mjs';
import { readOptions } from './options.mjs';
import { report } from './report.mjs';

const file = inRoot('docs', 'capacity.md');
const example = /(```sh\nnpm run --silent capacity -- (.+?)(?: \| tail -n (\d+))?\n```\n+```text\n)([^]*?)(```)/g;

/**
 * Returns the commands in the document. For each command: how many of its last output lines the document shows
 * (undefined: all lines), and the lines that are shown.
 */
export function documentExamples() {
  return [...readFileSync(file, 'utf8').matchAll(example)].map(([, , args = '', lines, printed = '']) => ({
    args,
    lines: lines === undefined ? undefined : Number(lines),
    printed,
  }));
}

/** Runs the commands of the document with the present costs, and writes their output into the document. */
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
 * @param {string} text a text that ends with a line end
 * @param {number} count
 */
export function lastLines(text, count) {
  return text
    .split('\n')
    .slice(-count - 1)
    .join('\n');
}
