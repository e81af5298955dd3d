import { loadEnvFile } from './env-file.mjs';
import { inRoot } from './root-folder.mjs';
import { runAttached } from './run-command.mjs';
import { prepare } from './workspace.mjs';

/**
 * Runs a program of the repository in the root folder. File arguments are relative to the caller's folder (`INIT_CWD`,
 * set by npm). Standard output contains only the output of the program.
 *
 * @param {string} script path in the repository
 * @param {string[]} args
 * @param {(env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv} [settings] selects the settings of the services for the
 * program
 */
export async function runProgram(script, args, settings = () => ({})) {
  loadEnvFile(inRoot('.env'), process.env);
  const toolchain = await prepare();
  const own = { INIT_CWD: process.env.INIT_CWD ?? process.cwd(), ...settings(process.env) };
  return runAttached(toolchain.node, [inRoot(script), ...args], { cwd: inRoot(), env: { ...toolchain.env, ...own } });
}
