import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { inRoot } from '../root-folder.mjs';
import { runCommand } from '../run-command.mjs';
import { programFolders } from '../service-definitions.mjs';
import { prune } from '../trees/prune.mjs';
import { prepare } from '../workspace.mjs';

/** The processors for which trees can be made. Images and Node name them differently. */
const architectures = new Map([
  ['amd64', 'x64'],
  ['arm64', 'arm64'],
]);
const usage = `Usage: npm run tree -- ${Object.keys(programFolders).join('|')} folder [${[...architectures.keys()].join('|')}]`;
const tell = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);

/**
 * Makes a folder with a program and everything that the program needs to run, except Node. An image contains this
 * folder. It replaces an earlier folder.
 *
 * @param {string[]} args the name of the program; the folder, relative to the caller's; the processor, if it differs from that of this
 *   machine
 */
export async function run([program = '', target, processor, ...others]) {
  const source = new Map(Object.entries(programFolders)).get(program);
  const architecture = processor === undefined ? process.arch : architectures.get(processor);
  if (source === undefined || target === undefined || architecture === undefined || others.length > 0) {
    tell(usage);
    return 1;
  }
  const toolchain = await prepare();
  const folder = resolve(process.env.INIT_CWD ?? '', target);
  rmSync(folder, { recursive: true, force: true });
  await deploy(toolchain, source, folder, architecture);
  if (program === 'tpctl') putBundle(inRoot(source), folder);
  prune(folder, architecture);
  return 0;
}

/**
 * @param {import('../toolchain.mjs').Toolchain} toolchain
 * @param {string} source folder of a package in the workspace
 * @param {string} folder
 * @param {string} architecture
 */
async function deploy({ pnpm, env }, source, folder, architecture) {
  const args = ['--filter', `./${source}`, '--prod', '--prefer-offline', 'deploy', folder, '--cpu', architecture];
  const { code, output } = await runCommand(pnpm, args, { cwd: inRoot(), env });
  if (code !== 0) throw new Failure(`pnpm ${args.join(' ')} failed (exit code ${code})\n${output}`);
}

/**
 * The published package of `tpctl` contains separate modules. The folder for deployment contains the bundle instead.
 *
 * @param {string} source
 * @param {string} folder
 */
function putBundle(source, folder) {
  cpSync(join(source, 'bundle'), join(folder, 'bundle'), { recursive: true });
  writeFileSync(join(folder, 'bin', 'tpctl.js'), "#!/usr/bin/env node\nimport '../bundle/tpctl.js';\n");
}
