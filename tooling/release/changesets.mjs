import { Failure } from '@trading-platform/bootstrap/failure';

/** The groups of a changelog, in their order. */
export const groups = /** @type {const} */ (['Added', 'Changed', 'Corrected', 'Removed']);

/** The packages whose changes callers see in the portal, in the order of its page. */
export const callersPackages = /** @type {const} */ (['api', 'auth', 'client', 'tp']);

/**
 * One change, for a reader of changelogs.
 *
 * @typedef {object} Entry
 * @property {typeof groups[number]} group
 * @property {string} text a sentence in Markdown
 * @property {string | undefined} japanese the same sentence for callers
 */

/** @typedef {{ id: string, summary: string, releases: readonly { name: string, type: string }[] }} Changeset */

/**
 * Reads a changeset: `Added: A sentence.`, and for callers a second paragraph, `ja: 文。` A paragraph `compatible: …` is
 * only for the check of public types.
 *
 * @param {Changeset} changeset
 * @returns {Entry}
 * @throws {Failure} if the changeset has another form
 */
export function entryOf({ id, summary, releases }) {
  const [first = '', second, ...others] = summary
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s*\n\s*/g, ' ').trim())
    .filter((part) => !part.startsWith('compatible: '));
  const [, group, text = ''] = /^(\w+): (.+)$/.exec(first) ?? [];
  const known = groups.find((each) => each === group);
  if (known === undefined) throw wrong(id, `begins with one of ${groups.map((each) => `"${each}: "`).join(', ')}`);
  if (!text.endsWith('.') || /[^.]\. [A-Z]/.test(text)) throw wrong(id, 'has one sentence that ends with a full stop');
  const [, japanese] = /^ja: (.+)$/.exec(second ?? '') ?? [];
  const isForCallers = releases.some(({ name }) => callersPackages.some((each) => name.endsWith(`/${each}`)));
  if (isForCallers && japanese === undefined)
    throw wrong(id, 'has a second paragraph in Japanese for callers, "ja: …"');
  if (!isForCallers && second !== undefined)
    throw wrong(id, 'has only one paragraph if it names no package that callers see');
  if (others.length > 0) throw wrong(id, 'has no third paragraph');
  return { group: known, text, japanese };
}

/**
 * @param {string} id
 * @param {string} rule
 */
const wrong = (id, rule) => new Failure(`.changeset/${id}.md: a changeset ${rule} (CONTRIBUTING.md).`);

/**
 * The entries of a package.
 *
 * @param {readonly Changeset[]} changesets
 * @param {string} name
 * @returns {readonly Entry[]}
 */
export function entriesFor(changesets, name) {
  return changesets
    .filter(({ releases }) => releases.some((each) => each.name === name && each.type !== 'none'))
    .map(entryOf);
}
