import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ProgramResult } from './run-program.js';

const site = fileURLToPath(new URL('../../packages/portal/site/', import.meta.url));

/** What runs an example, by how its file ends. `python3` and `curl` have to be installed. */
const runners: Readonly<Record<string, string>> = { sh: 'sh', mjs: process.execPath, py: 'python3' };

/** The examples of the portal's pages: `start.sh`, … */
export const examples: readonly string[] = readdirSync(`${site}examples`).toSorted();

/** The texts of the portal's pages, by their path. */
export function pageSources(): ReadonlyMap<string, string> {
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !name.includes('node_modules'),
  );
  return new Map(names.map((name) => [name, readFileSync(site + name, 'utf8')]));
}

/** Runs an example as it stands in a folder, with nothing but the variables that its page names. */
export async function runExample(
  name: string,
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
  const runner = runners[name.split('.').at(-1) ?? ''];
  if (runner === undefined) throw new Error(`Nothing runs ${name}`);
  const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...variables };
  const child = spawn(runner, [`${site}examples/${name}`], { cwd: folder, env: environment, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output, errors };
}
