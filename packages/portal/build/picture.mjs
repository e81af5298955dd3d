/**
 * A picture of states and arrows. It has the colours of the page, so that it is readable on a light and on a dark page.
 *
 * @param {{ id: string, look: string, width: number, height: number, title: string, description: string }} frame
 * @param {readonly string[]} parts
 */
export function picture({ id, look, width, height, title, description }, parts) {
  return [
    `<figure class="${look}" tabindex="0"><svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>`,
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" class="head"/></marker></defs>',
    ...parts,
    '</svg></figure>',
  ].join('');
}

/**
 * An arrow with lines of words. The middle of the first line is at the point (x, y).
 *
 * @param {string} path
 * @param {readonly string[]} [label]
 * @param {number} [x]
 * @param {number} [y]
 */
export function arrow(path, label = [], x = 0, y = 0) {
  const words = label.map((line, index) => `<text x="${x}" y="${y + 15 * index}" class="label">${line}</text>`);
  return `<path d="${path}" class="arrow" marker-end="url(#head)"/>${words.join('')}`;
}
