import { readFileSync } from 'node:fs';
import { inRoot } from '@trading-platform/bootstrap/root-folder';

/**
 * What a README promises to who follows it.
 *
 * @typedef {object} Instructions
 * @property {readonly (readonly string[])[]} installs the packages of each `npm install` line, the first for the package alone
 * @property {readonly Program[]} programs
 */

/**
 * A `ts` block that begins with an import: it compiles as it stands. Where a `text` block follows, it prints that.
 *
 * @typedef {object} Program
 * @property {string} code
 * @property {string | undefined} prints
 */

/**
 * @param {string} folder of a package: `packages/client`
 * @returns {Instructions}
 */
export function readInstructions(folder) {
  const text = readFileSync(inRoot(folder, 'README.md'), 'utf8');
  const installs = [...text.matchAll(/^npm install (.+)$/gm)].map(([, names = '']) => names.split(' '));
  const blocks = [...text.matchAll(/^```ts\n(import [^]*?)^```\n(?:\n```text\n([^]*?)^```\n)?/gm)];
  return { installs, programs: blocks.map(([, code = '', prints]) => ({ code, prints })) };
}
