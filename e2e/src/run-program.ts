import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a Node program until it ends, with a text as its standard input. */
export async function runProgram(
  main: string,
  parameters: readonly string[],
  { environment, input = '' }: { environment: Readonly<Record<string, string>>; input?: string },
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [main, ...parameters], { env: environment, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output, errors };
}
