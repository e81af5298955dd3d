import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

const page = new URL('../../docs/operations.md', import.meta.url);

/** Returns the commands in a section of the runbook, in their order. */
export async function readCommands(section: string): Promise<readonly { language: string; text: string }[]> {
  const [, after = ''] = (await readFile(page, 'utf8')).split(`## ${section}\n`);
  const [own = ''] = after.split(/^## /m);
  return [...own.matchAll(/^```(\w+)\n([^]*?)^```/gm)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}

/**
 * Runs shell commands as an operator would.
 *
 * @throws Error with their output if they fail
 */
export async function runShell(
  commands: string,
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly uid?: number;
    readonly gid?: number;
  },
): Promise<void> {
  const child = spawn('sh', ['-c', commands], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const errors = await text(child.stderr);
  const [code] = await exited;
  if (code !== 0) throw new Error(`Ended with ${code}: ${commands}\n${errors}`);
}
