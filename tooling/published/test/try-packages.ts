import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';

const lineForm = /^(PASS|FAIL) .*\((npm|pnpm), [\d.]+ s\)$/gm;

/** Tries the named packages in a process of its own, or all packages without names. Returns the exit code, and the output without times. */
export async function tryPackages(...names: readonly string[]) {
  const { code, output } = await runCommand(process.execPath, [inRoot('tooling/published/try-packages.mjs'), ...names]);
  return { code, output: output.replaceAll(lineForm, (line) => line.replace(/, [\d.]+ s\)$/, ')')) };
}
