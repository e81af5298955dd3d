import { runProgram } from '../run-program.mjs';

/** The settings of the services that have other names in `tp`. */
const renamed = { API_PREFIX: 'TRADING_PLATFORM_API_PREFIX', IDP_SEGMENT: 'TRADING_PLATFORM_IDP_SEGMENT' };

/**
 * Runs tp, the command line of callers.
 *
 * @param {string[]} args
 */
export function run(args) {
  return runProgram('programs/tp/bin/tp.js', args, (env) =>
    Object.fromEntries(
      Object.entries(renamed).flatMap(([setting, variable]) => {
        const value = env[variable] ?? env[setting];
        return value === undefined ? [] : [[variable, value]];
      }),
    ),
  );
}
