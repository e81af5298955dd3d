/**
 * The public types of one package. There is one report for each entry, such as `@trading-platform/client/node`.
 *
 * @typedef {{ name: string, version: string, entries: Record<string, string> }} PackageTypes
 */

/**
 * The step that a changeset announces for one package. Also the beginnings of the lost lines that do not break users.
 *
 * @typedef {{ name: string, type: string, compatible?: readonly string[] }} Announcement
 */

/**
 * Reads the announcements of a changeset. A separate paragraph lists the beginnings of the lost lines that do not break
 * users: ``compatible: `export type Colour =`, `paint(colour: Colour` ``.
 *
 * @param {{ summary: string, releases: readonly { name: string, type: string }[] }} changeset
 * @returns {readonly Announcement[]}
 */
export function announcementsOf({ summary, releases }) {
  const paragraph = summary.split(/\n\s*\n/).find((part) => part.startsWith('compatible: ')) ?? '';
  const compatible = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, beginning = '']) => beginning);
  return releases.map(({ name, type }) => ({ name, type, compatible }));
}

const steps = ['patch', 'minor', 'major'];

/**
 * Returns the packages whose public types lost a line since the last release, unless their version is raised enough. A
 * major step is enough; below version 1, a minor step is enough. The changesets announce the size of the step. If the
 * version was already raised, the step is the difference between the two versions. A lost line does not count if a
 * changeset of its package says that the code of users still compiles and works.
 *
 * @param {readonly PackageTypes[]} before
 * @param {readonly PackageTypes[]} now
 * @param {readonly Announcement[]} announced
 * @returns {readonly string[]} what is wrong
 */
export function unannounced(before, now, announced) {
  return before.flatMap(({ name, version, entries }) => {
    const current = now.find((each) => each.name === name);
    if (current === undefined) return [];
    const wanted = version.startsWith('0.') ? 'minor' : 'major';
    const ofPackage = announced.filter((each) => each.name === name);
    const types = ofPackage.map(({ type }) => type);
    const compatible = ofPackage.flatMap((each) => each.compatible ?? []);
    const largest = Math.max(...[stepBetween(version, current.version), ...types].map((step) => steps.indexOf(step)));
    if (largest >= steps.indexOf(wanted)) return [];
    const [first] = Object.entries(entries).flatMap(([entry, text]) =>
      lostLines(text, current.entries[entry] ?? '')
        .filter((line) => !compatible.some((beginning) => line.startsWith(beginning)))
        .map((line) => ({ entry, line })),
    );
    if (first === undefined) return [];
    const lost = `${first.entry} no longer has "${first.line}", which ${version} has`;
    return [`${name}: ${lost}: a changeset must announce a ${wanted} step`];
  });
}

/**
 * @param {string} before
 * @param {string} now
 */
function stepBetween(before, now) {
  const [majorBefore, minorBefore] = before.split('.');
  const [major, minor] = now.split('.');
  if (major !== majorBefore) return 'major';
  return minor === minorBefore ? 'patch' : 'minor';
}

/**
 * Returns the lines that the new report no longer has. A line that only moved to another place does not count as lost.
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
  return code
    .map((line) => line.replace(/\/\/ \(undocumented\)$/, '').trim())
    .filter((line) => !/^(\/\/.*|import .*|[{}()[\];,]*)$/.test(line));
}
