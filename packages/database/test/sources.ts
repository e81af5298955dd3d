import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the paths of the platform's own source files that contain a pattern, relative to the root. */
export function sourcesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

const sources = ['apps', 'packages', 'programs'].flatMap((parent) =>
  readdirSync(join(root, parent)).flatMap((name) => readFolder(join(parent, name, 'src'))),
);

function readFolder(folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ path: join(folder, file), text: readFileSync(join(root, folder, file), 'utf8') }));
}
