import { createInterface } from 'node:readline/promises';
import { interruptSignal } from './interrupt-signal.js';

/**
 * Asks a question on the terminal, and returns whether the user has agreed. Enter alone counts as no.
 *
 * @throws CliError `interrupted` if the user presses Ctrl-C
 */
export async function confirmed(question: string): Promise<boolean> {
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asked.question(`${question} [y/N] `, { signal: interruptSignal() })).trim());
  } finally {
    asked.close();
  }
}
