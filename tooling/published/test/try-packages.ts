import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';

const lineForm = /^(PASS|FAIL) .*\((npm|pnpm), [\d.]+ s\)$/gm;

/** Tries all packages in a separate process. Returns the exit code, and the output without the durations. */
export async function tryPackages() {
  const { code, output } = await runCommand(process.execPath, [inRoot('tooling/published/try-packages.mjs')]);
  return { code, output: output.replaceAll(lineForm, (line) => line.replace(/, [\d.]+ s\)$/, ')')) };
}
