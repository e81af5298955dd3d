import { inRoot } from './root-folder.mjs';

/**
 * One check of the whole repository, which counts as one test in the result.
 *
 * @typedef {object} Check
 * @property {string} title
 * @property {string} command `node`, or a program of `node_modules/.bin`
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env] added to that of the run
 */

/**
 * The lint needs more memory than compilers, so with their limit it would collect garbage all the time. On two
 * processors it would check types twice, while the tests need the second processor.
 */
const forLint = { GOGC: '300', GOMEMLIMIT: 'off', GOMAXPROCS: '1' };

/** @type {Check[]} */
export const checks = [
  { title: 'formatting (biome)', command: 'biome', args: ['check', '--colors=off', '.'] },
  {
    title: 'lint (oxlint)',
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings', '.'],
    env: forLint,
  },
  { title: 'boundaries between packages (turbo)', command: 'turbo', args: ['boundaries'] },
  {
    title: 'order of rooms within packages',
    command: 'node',
    args: [inRoot('tooling', 'bootstrap', 'check-rooms.mjs')],
  },
  { title: 'manifests (sherif)', command: 'sherif', args: ['--ignore-rule', 'non-existant-packages'] },
  { title: 'unused and missing dependencies (knip)', command: 'knip', args: ['--no-progress', '--no-config-hints'] },
  {
    title: 'what is published (files, sizes, publint, attw)',
    command: 'node',
    args: [inRoot('tooling', 'published', 'check.mjs')],
  },
  {
    title: 'public types since the last release (api-extractor)',
    command: 'node',
    args: [inRoot('tooling', 'published', 'check-api.mjs')],
  },
  { title: 'types (tsc)', command: 'pnpm', args: ['--silent', 'typecheck'] },
  { title: 'no lost speed (bench smoke)', command: 'node', args: [inRoot('tooling', 'bench', 'smoke', 'main.mjs')] },
];
