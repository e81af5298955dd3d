/** @typedef {{ level: number, title: string, id: string, body: string }} Part */

/**
 * The open points without their positions in the code, which concern only developers. The English document defines the
 * points and their settings. The Japanese document has the same points in the same order.
 *
 * @param {string} english `docs/open-points.md`
 * @param {string} japanese `docs/open-points.ja.md`
 * @param {'en' | 'ja'} language
 * @throws RangeError if the two documents do not have the same points
 */
export function openPoints(english, japanese, language) {
  const points = partsOf(english);
  const translated = partsOf(japanese);
  for (const [index, { id }] of points.entries()) {
    const other = translated[index]?.id;
    if (other !== id) throw new RangeError(`docs/open-points.ja.md has ${other} where docs/open-points.md has ${id}`);
  }
  const shown = language === 'en' ? points : translated;
  return shown
    .map(({ level, title, id, body }, index) => {
      const settings = settingsOf(points[index]?.body ?? '');
      return [`${'#'.repeat(level)} ${title} {#${id}}`, withSettings(body, settings, language)].join('\n\n');
    })
    .join('\n\n');
}

/**
 * The text under each heading of the second and third level.
 *
 * @param {string} paper
 * @returns {Part[]}
 */
export function partsOf(paper) {
  const parts = [...paper.matchAll(/^(##+) (.+?)(?: \{#([\w-]+)\})?\n([^]*?)(?=^## |^### |$(?![^]))/gm)];
  return parts.map(([, marks = '', title = '', id, body = '']) => ({
    level: marks.length,
    title,
    id: id ?? slugOf(title),
    body: body.trim(),
  }));
}

/** The address of a heading, in the usual form: `the-standard-name-of-the-expiry`. */
function slugOf(/** @type {string} */ title) {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The names of the settings in an English point. */
function settingsOf(/** @type {string} */ body) {
  const [, line = ''] = /\*\*Settings?\*\*:([^]*?)(?=\n- \*\*|\n\n|$(?![^]))/.exec(body) ?? [];
  return [...line.matchAll(/`([A-Z_]+)`/g)].map(([name]) => name);
}

/**
 * @param {string} body
 * @param {readonly string[]} settings
 * @param {'en' | 'ja'} language
 */
function withSettings(body, settings, language) {
  const text = body.replace(/^- \*\*Code\*\*:[^]*?(?=^- \*\*|$(?![^]))/m, '').trimEnd();
  if (settings.length === 0) return text;
  const line = language === 'ja' ? `- **設定**: ${settings.join('、')}` : `- **Settings**: ${settings.join(', ')}`;
  return `${text}\n${line}`;
}
