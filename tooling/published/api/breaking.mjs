import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { recordedReports } from './recorded.mjs';

const steps = /** @type {const} */ (['patch', 'minor', 'major']);

/**
 * The packages whose reports have lost a line since their last release without a changeset of the size that asks for: `major`, and
 * `minor` below version 1. A package without a tag of its version has not been released from here; nothing is asked of it.
 *
 * @param {readonly import('../public-packages.mjs').PublicPackage[]} packages
 * @param {string} [root]
 * @returns {Promise<readonly string[]>}
 */
export async function unannounced(packages, root = rootFolder) {
  const now = recordedReports(root);
  const announced = stepsOfChangesets(root);
  const problems = await Promise.all(
    packages.map(async ({ name, folder, manifest: { version } }) => {
      const wanted = version.startsWith('0.') ? 'minor' : 'major';
      if (steps.indexOf(announced.get(name) ?? 'patch') >= steps.indexOf(wanted)) return [];
      const released = await releasedReports(`${name}@${version}`, folder, root);
      const lost = [...released].flatMap(([path, text]) =>
        lostLines(text, now.get(path) ?? '').map((line) => ({ path, line })),
      );
      const [first] = lost;
      if (first === undefined) return [];
      const what = `${first.path} no longer has "${first.line}", as ${version} has`;
      return [`${name}: ${what}: a changeset must announce a ${wanted} step`];
    }),
  );
  return problems.flat();
}

/**
 * Lines of a report that are no longer there, wherever they stood.
 *
 * @param {string} before
 * @param {string} now
 */
export function lostLines(before, now) {
  const counts = new Map();
  for (const line of linesOf(now)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return linesOf(before).filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count === 0;
  });
}

/** @param {string} report */
function linesOf(report) {
  const code = report.split('```')[1]?.split('\n').slice(1) ?? [];
  return code.map((line) => line.trim()).filter((line) => !/^(\/\/.*|import .*|[{}()[\];,]*)$/.test(line));
}

/**
 * @param {string} tag
 * @param {string} folder
 * @param {string} root
 */
async function releasedReports(tag, folder, root) {
  const git = (/** @type {readonly string[]} */ args) => runCommand('git', args, { cwd: root });
  const { code, stdout } = await git(['ls-tree', '--name-only', `refs/tags/${tag}`, `${folder}/api/`]);
  const paths = code === 0 ? stdout.split('\n').filter((path) => path.endsWith('.api.md')) : [];
  const texts = await Promise.all(
    paths.map(async (path) => /** @type {const} */ ([path, (await git(['show', `refs/tags/${tag}:${path}`])).stdout])),
  );
  return new Map(texts);
}

/**
 * The largest step that a changeset announces, by package.
 *
 * @param {string} root
 */
function stepsOfChangesets(root) {
  /** @type {Map<string, (typeof steps)[number]>} */
  const largest = new Map();
  for (const path of globSync('.changeset/*.md', { cwd: root })) {
    for (const [, name = '', step] of readFileSync(join(root, path), 'utf8').matchAll(/^['"](.+)['"]: (\w+)$/gm)) {
      const known = steps.find((each) => each === step) ?? 'patch';
      if (steps.indexOf(known) >= steps.indexOf(largest.get(name) ?? 'patch')) largest.set(name, known);
    }
  }
  return largest;
}
