import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

const folder = new URL('../../docs/', import.meta.url);

/**
 * Returns the commands in a section of a page for operators and in its subsections, in their order.
 *
 * @throws Error if the page has no such section
 */
export async function readCommands(
  section: string,
  page = 'operations.md',
): Promise<readonly { language: string; text: string }[]> {
  const whole = await readFile(new URL(page, folder), 'utf8');
  const heading = new RegExp(`^(#{2,3}) ${section}$`, 'm').exec(whole);
  if (heading === null) throw new Error(`${page} has no section "${section}"`);
  const [level = ''] = heading.slice(1);
  const [own = ''] = whole.slice(heading.index + heading[0].length).split(new RegExp(`^#{2,${level.length}} `, 'm'));
  return [...own.matchAll(/^```(\w+)\n([^]*?)^```/gm)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}

/**
 * Runs shell commands as an operator would, and returns their output.
 *
 * @throws Error with their messages if they fail
 */
export async function runShell(
  commands: string,
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly uid?: number;
    readonly gid?: number;
  },
): Promise<string> {
  const child = spawn('sh', ['-c', commands], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exited;
  if (code !== 0) throw new Error(`Ended with ${code}: ${commands}\n${errors}`);
  return output;
}
