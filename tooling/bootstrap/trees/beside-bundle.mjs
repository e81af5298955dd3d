import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages that a bundled program loads from beside its bundle, and those that they use. What `bundle/left-outside.json` names and
 * the program does not have, it does not need.
 *
 * @param {string} folder a tree that pnpm has deployed
 * @returns {ReadonlySet<string> | undefined} real paths of the packages; nothing where the program is no bundle
 */
export function packagesBesideBundle(folder) {
  const list = join(folder, 'bundle', 'left-outside.json');
  if (!existsSync(list)) return undefined;
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of JSON.parse(readFileSync(list, 'utf8'))) add(join(folder, 'node_modules', name));
  return found;

  /** @param {string} link */
  function add(link) {
    if (!existsSync(link)) return;
    const path = realpathSync(link);
    if (found.has(path)) return;
    found.add(path);
    for (const used of packagesBeside(path)) add(used);
  }
}

const modules = '/node_modules/';

/** pnpm puts what a package uses beside it. @param {string} path @returns {readonly string[]} */
function packagesBeside(path) {
  const home = path.slice(0, path.lastIndexOf(modules) + modules.length);
  return readdirSync(home).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(home, name)).map((each) => join(home, name, each)) : [join(home, name)],
  );
}
