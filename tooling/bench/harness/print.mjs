/** @param {string} text */
export function tell(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Returns a line of a table: a title, followed by right-aligned figures.
 *
 * @param {string} title
 * @param {readonly (string | number)[]} figures
 * @param {{ titleWidth?: number, width?: number }} [widths]
 */
export function row(title, figures, { titleWidth = 44, width = 14 } = {}) {
  const cells = figures.map((figure) => (typeof figure === 'number' ? count(figure) : figure).padStart(width));
  tell(title.padEnd(titleWidth) + cells.join(''));
}

/**
 * A limit, and whether the result meets the limit.
 *
 * @param {string} wanted
 * @param {boolean} isMet
 */
export function judge(wanted, isMet) {
  tell(`Wanted: ${wanted}: ${isMet ? 'met.' : 'NOT met.'}`);
  return isMet;
}

/** @param {number} number */
export function count(number) {
  return number.toLocaleString('en', { maximumFractionDigits: Math.abs(number) < 100 ? 1 : 0 });
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
