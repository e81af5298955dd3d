import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';

const lineForm = /^(PASS|FAIL) .*\((npm|pnpm), [\d.]+ s\)$/gm;

/** Tries packages in a process of its own; all without names. Answers the line of each, without its time, and what is wrong. */
export async function tryPackages(...names: readonly string[]) {
  const { code, output } = await runCommand(process.execPath, [inRoot('tooling/published/try-packages.mjs'), ...names]);
  return { code, output: output.replaceAll(lineForm, (line) => line.replace(/, [\d.]+ s\)$/, ')')) };
}
