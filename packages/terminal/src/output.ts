/** The result of a command: JSON for programs, or lines for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
}

/** Writes the result of a command to standard output. */
export function print(outcome: Outcome, asJson: boolean): void {
  process.stdout.write(asJson ? `${JSON.stringify(outcome.json)}\n` : endLine(outcome.text));
}

/** Writes anything but the result to standard error. */
export function remark(text: string): void {
  process.stderr.write(endLine(text));
}

/** Aligns rows of a small table in columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An instant as RFC 3339 text, in one form for people and programs. */
export function momentText(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString();
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
