import { failureLine } from './failure.mjs';

/** @type {Record<string, () => Promise<{ run(args: string[]): Promise<number> }>>} */
const commands = {
  start: () => import('./commands/start.mjs'),
  sandbox: () => import('./commands/sandbox.mjs'),
  test: () => import('./commands/test.mjs'),
  'test:long': () => import('./commands/test-long.mjs'),
  'test:mutants': () => import('./commands/test-mutants.mjs'),
  bench: () => import('./commands/bench.mjs'),
  capacity: () => import('./commands/capacity.mjs'),
  conformance: () => import('./commands/conformance.mjs'),
  example: () => import('./commands/example.mjs'),
  tp: () => import('./commands/tp.mjs'),
  release: () => import('./commands/release.mjs'),
  tree: () => import('./commands/tree.mjs'),
  tpctl: () => import('./commands/tpctl.mjs'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = commands[name];
if (load === undefined) {
  process.stderr.write(`Usage: run.mjs ${Object.keys(commands).join('|')} [arguments]\n`);
  process.exit(1);
}
try {
  process.exit(await (await load()).run(args));
} catch (error) {
  process.stderr.write(`${failureLine(error)}\n`);
  process.exit(1);
}
