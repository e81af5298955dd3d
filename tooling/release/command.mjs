import { Failure } from '@trading-platform/bootstrap/failure';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { lastWords } from '@trading-platform/bootstrap/workspace';

/**
 * Runs commands in one folder and returns their output. Throws if a command fails.
 *
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
export function commandsIn(cwd, env = process.env) {
  /**
   * @param {string} command
   * @param {readonly string[]} args
   * @returns {Promise<string>} its standard output, without the line end
   */
  return async (command, ...args) => {
    const { code, output, stdout } = await runCommand(command, args, { cwd, env });
    if (code !== 0)
      throw new Failure(`${[command, ...args].join(' ')} failed (exit code ${code}): ${lastWords(output)}`);
    return stdout.trimEnd();
  };
}
