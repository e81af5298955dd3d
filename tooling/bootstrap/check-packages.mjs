/**
 * Packs every package that can be published, and looks at the result as its users' tools will: `publint` for the manifest,
 * `attw` for the types. Prints what is wrong; the exit code is 1 then.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './root-folder.mjs';
import { runCommand } from './run-command.mjs';

const program = (/** @type {string} */ name) => inRoot('tooling', 'published', 'node_modules', '.bin', name);

const attwOptions = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'];

const names = readdirSync(inRoot('packages')).filter((name) => !manifestOf(name).private);
const work = mkdtempSync(join(tmpdir(), 'trading-platform-packages-'));
try {
  const outputs = [];
  for (const name of names) outputs.push(await checkPackage(name));
  const problems = outputs.filter((output) => output !== '');
  process.stdout.write(problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @returns {Promise<string>} what is wrong, or nothing
 */
async function checkPackage(name) {
  const tarball = join(work, `${name}.tgz`);
  const packed = await runCommand('pnpm', ['pack', '--out', tarball], { cwd: inRoot('packages', name) });
  if (packed.code !== 0) return `${name}: pnpm pack\n${packed.output}`;
  const isImported = manifestOf(name).exports['.'] !== undefined;
  const results = await Promise.all([
    runCommand(program('publint'), ['--strict', tarball]),
    ...(isImported ? [runCommand(program('attw'), [tarball, ...attwOptions])] : []),
  ]);
  return results.map(({ code, output }) => (code === 0 ? '' : `${name}\n${output}\n`)).join('');
}

/** @param {string} name */
function manifestOf(name) {
  return JSON.parse(readFileSync(inRoot('packages', name, 'package.json'), 'utf8'));
}
