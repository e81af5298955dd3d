import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { inRoot } from './root-folder.mjs';
import { runCommand } from './run-command.mjs';
import { fingerprint, whenChanged } from './stamp.mjs';
import { findToolchain } from './toolchain.mjs';

/** The folders of `pnpm-workspace.yaml` that contain packages. The folder `e2e` is itself a package. */
const packageParents = ['apps', 'packages', 'programs', 'tooling', 'examples'];

/** The stamps are inside `node_modules`, so that they are removed together with that folder. */
const stamps = inRoot('node_modules', '.cache', 'bootstrap');

/**
 * Finds Node and pnpm, installs the dependencies, and builds everything. Each step runs only if its result is missing
 * or its input has changed.
 *
 * @param {(text: string) => void} [tell]
 */
export async function prepare(tell = (text) => void process.stderr.write(`${text}\n`)) {
  const toolchain = await findToolchain(tell);
  await prepareWorkspace(toolchain, tell);
  return toolchain;
}

/**
 * Installs the dependencies and builds everything. Each step runs only if something has changed since it last ran.
 *
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {(text: string) => void} tell
 */
export async function prepareWorkspace({ pnpm, env }, tell) {
  const folders = packageFolders();
  await whenChanged({
    stamp: join(stamps, 'install'),
    current: fingerprint(installInputs(folders)),
    makes: [inRoot('node_modules', '.modules.yaml')],
    async work() {
      tell('Installing dependencies …');
      await must('pnpm install', pnpm, ['install', '--frozen-lockfile'], env);
    },
  });
  await whenChanged({
    stamp: join(stamps, 'build'),
    current: fingerprint(buildInputs(folders), isNotBuildInput),
    makes: buildOutputs(folders),
    async work() {
      tell('Building …');
      await must('The build', pnpm, ['run', 'build', '--output-logs=errors-only'], env);
    },
  });
}

/** @returns {string[]} */
export function packageFolders() {
  const nested = packageParents.flatMap((parent) =>
    entries(inRoot(parent)).flatMap((entry) => (entry.isDirectory() ? [inRoot(parent, entry.name)] : [])),
  );
  return [...nested, inRoot('e2e')];
}

/** @param {string} folder */
function entries(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** @param {string[]} folders */
function installInputs(folders) {
  const ofRoot = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((file) => inRoot(file));
  return [...ofRoot, ...folders.map((folder) => join(folder, 'package.json'))];
}

/** The files that a build reads in its package, and in the whole repository. */
const packageInputs = ['tsconfig.json', 'turbo.json', 'src', 'build', 'reference', 'site', 'web', 'wire'];
const sharedInputs = ['turbo.json', 'tooling/typescript/base.json', '.env.example', 'docs'];

/** @param {string[]} folders */
export function buildInputs(folders) {
  const ofPackages = folders.flatMap((folder) => packageInputs.map((name) => join(folder, name)));
  return [...installInputs(folders), ...sharedInputs.map((path) => inRoot(path)), ...ofPackages];
}

/**
 * Returns the file that the compiler writes into each `dist` to record its last build.
 *
 * @param {string[]} folders
 */
export function buildOutputs(folders) {
  return folders.filter(isBuilt).map((folder) => join(folder, 'dist', '.tsbuildinfo'));
}

/** @param {string} folder */
function isBuilt(folder) {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).scripts?.build !== undefined;
}

/** @param {string} name */
const isNotBuildInput = (name) => name.endsWith('.test.ts') || name === 'dist';

/**
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function must(title, command, args, env) {
  const { code, output } = await runCommand(command, args, { cwd: inRoot(), env });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure(`${title} failed (exit code ${code}): ${lastWords(output)}`);
}

/**
 * Returns the line of an output that most likely contains the reason for a failure.
 *
 * @param {string} output
 */
export function lastWords(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.find((line) => /\berror\b|ERR_|Error:/i.test(line)) ?? lines.at(-1) ?? 'it printed nothing';
}
