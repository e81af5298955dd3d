import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const imports = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;

/** @typedef {{ from: string, to: string }} Import two source files, by their paths within `src` */

/**
 * Finds circular imports among the files and folders inside each folder. A folder counts as one unit with all its
 * contents. So circles between rooms are found, and circles between files too. Features must not import each other.
 * Imports of types count, but imports in tests do not.
 *
 * @param {string} source a folder `src`
 * @returns {string[]} one line for each step of a circle, and for each import between features
 */
export function roomCircles(source) {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted();
  const known = new Set(files);
  const all = files.flatMap((from) => importsOf(source, from).filter(({ to }) => known.has(to)));
  const folders = new Set(all.map(({ from, to }) => commonFolder(from, to)));
  return [...folders].flatMap((folder) => {
    const within = all.filter(({ from, to }) => commonFolder(from, to) === folder);
    return folder === 'features' ? within.map(describeNeighbours) : stepsOfCircles(folder, within);
  });
}

/**
 * @param {string} source
 * @param {string} from
 * @returns {Import[]}
 */
function importsOf(source, from) {
  return [...readFileSync(join(source, from), 'utf8').matchAll(imports)].map(([, named, dynamic]) => ({
    from,
    to: join(dirname(from), named ?? dynamic ?? '').replace(/\.js$/, '.ts'),
  }));
}

/**
 * The deepest folder that contains both files.
 *
 * @param {string} one
 * @param {string} other
 */
function commonFolder(one, other) {
  const [names, otherNames] = [foldersOf(one), foldersOf(other)];
  const differsAt = names.findIndex((name, position) => name !== otherNames[position]);
  return names.slice(0, differsAt < 0 ? undefined : differsAt).join(sep);
}

const foldersOf = (/** @type {string} */ file) => file.split(sep).slice(0, -1);

/** @param {Import} step from one feature to another */
function describeNeighbours({ from, to }) {
  return `features do not know each other (${from} imports ${to})`;
}

/**
 * @param {string} folder
 * @param {Import[]} within the imports between members of the folder
 */
function stepsOfCircles(folder, within) {
  const memberOf = (/** @type {string} */ file) => relative(folder, file).split(sep)[0] ?? '';
  /** @type {Map<string, Map<string, Import>>} for each member, its first import from each other member */
  const steps = new Map();
  for (const each of within) {
    const known = steps.get(memberOf(each.from)) ?? new Map();
    if (!known.has(memberOf(each.to))) known.set(memberOf(each.to), each);
    steps.set(memberOf(each.from), known);
  }
  return [...steps].flatMap(([member, targets]) =>
    [...targets]
      .filter(([target]) => reachableFrom(target, steps).has(member))
      .map(([target, { from, to }]) => `${join(folder, member)} -> ${target} (${from} imports ${to})`),
  );
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, ReadonlyMap<string, unknown>>} steps
 */
function reachableFrom(start, steps) {
  const reached = new Set([start]);
  for (const one of reached) for (const next of steps.get(one)?.keys() ?? []) reached.add(next);
  return reached;
}
