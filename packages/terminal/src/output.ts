/** The result of a command: JSON for programs, or lines for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
}

/** Writes the result of a command to standard output. */
export function print(outcome: Outcome, asJson: boolean): void {
  process.stdout.write(asJson ? `${JSON.stringify(outcome.json)}\n` : endLine(outcome.text));
}

/** Writes a text that is not part of the result to standard error. */
export function remark(text: string): void {
  process.stderr.write(endLine(text));
}

const gap = '  ';
/** The last column gets at least this width, even if the table is then wider than the terminal. */
const leastLastWidth = 24;

/** Aligns rows of a small table in columns. If the terminal is too narrow, the last column is wrapped. */
export function table(
  rows: readonly (readonly string[])[],
  width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ''))));
  const last = widths.length - 1;
  const indent = widths.slice(0, last).reduce((sum, each) => sum + each + gap.length, 0);
  const lastWidth = Math.max(leastLastWidth, width - indent);
  return rows
    .map((row) => {
      const cells = row
        .slice(0, last)
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell)));
      const lines = wrapped(row[last] ?? '', lastWidth);
      return [...cells, lines.join(`\n${' '.repeat(indent)}`)].join(gap).trimEnd();
    })
    .join('\n');
}

/** Breaks a text into lines at its spaces. A word that is too long gets its own line. */
function wrapped(text: string, width: number): readonly string[] {
  if (textWidth(text) <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(`${line} ${word}`) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The width of a text on a terminal. A Japanese character is twice as wide as an ASCII character. */
export function textWidth(text: string): number {
  let places = 0;
  for (const character of text) places += wide.test(character) ? 2 : 1;
  return places;
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** An instant as RFC 3339 text, in one form for people and programs. */
export function momentText(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString();
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
