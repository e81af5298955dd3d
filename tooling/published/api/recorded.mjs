import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';

/**
 * The reports that the repository keeps.
 *
 * @param {string} [root]
 * @returns {Map<string, string>} texts by their paths
 */
export function recordedReports(root = rootFolder) {
  const paths = globSync('{packages,programs}/*/api/*.api.md', { cwd: root }).toSorted();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * Keeps these reports and no other.
 *
 * @param {ReadonlyMap<string, string>} reports
 * @param {string} [root]
 */
export function recordReports(reports, root = rootFolder) {
  for (const path of recordedReports(root).keys()) if (!reports.has(path)) rmSync(join(root, path));
  for (const [path, text] of reports) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/**
 * @param {ReadonlyMap<string, string>} recorded
 * @param {ReadonlyMap<string, string>} now
 * @returns {readonly string[]} what is wrong with the recorded ones
 */
export function outdated(recorded, now) {
  const hint = 'look at what changes for users; then: pnpm run api-reports';
  const gone = [...recorded.keys()].filter((path) => !now.has(path)).map((path) => `${path} is of no entry: ${hint}`);
  const changed = [...now].flatMap(([path, text]) => {
    const before = recorded.get(path);
    if (before === undefined) return [`${path} is missing: ${hint}`];
    return before === text ? [] : [`${path} is out of date, ${firstDifference(before, text)}: ${hint}`];
  });
  return [...gone, ...changed];
}

/**
 * @param {string} before
 * @param {string} now
 */
function firstDifference(before, now) {
  const [linesBefore, linesNow] = [before.split('\n'), now.split('\n')];
  const index = linesNow.findIndex((line, at) => line !== linesBefore[at]);
  const at = index === -1 ? linesNow.length : index;
  return `line ${at + 1} says "${linesBefore[at] ?? ''}" where the code has "${linesNow[at] ?? ''}"`;
}
