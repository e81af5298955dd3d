import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';

const lineForm = /^(PASS|FAIL) .*\((npm|pnpm), [\d.]+ s\)$/gm;

/**
 * Tries the named packages in a separate process. Without names it tries all packages. Returns the exit code and the
 * output, but removes the durations from the output.
 */
export async function tryPackages(...names: readonly string[]) {
  const { code, output } = await runCommand(process.execPath, [inRoot('tooling/published/try-packages.mjs'), ...names]);
  return { code, output: output.replaceAll(lineForm, (line) => line.replace(/, [\d.]+ s\)$/, ')')) };
}
