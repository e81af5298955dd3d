import type { SqlValue, Transaction } from '@trading-platform/database';

/** Rows of one statement, largest first. Few different sizes keep the statements prepared. */
const rowsPerStatement = [64, 8, 1];

/** A statement that writes rows: `INSERT INTO … VALUES` the rows, then what follows them. */
export class RowWriter {
  readonly #head: string;
  readonly #columns: number;
  readonly #tail: string;
  readonly #texts = new Map<number, string>();

  /** @param tail what follows the values, such as `ON CONFLICT …` */
  constructor(table: string, columns: readonly string[], tail = '') {
    this.#head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `;
    this.#columns = columns.length;
    this.#tail = tail;
  }

  async write(transaction: Transaction, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    let start = 0;
    for (const size of rowsPerStatement) {
      for (; rows.length - start >= size; start += size) {
        // Statements of one transaction follow each other.
        // oxlint-disable-next-line no-await-in-loop
        await transaction.execute(this.#text(size), rows.slice(start, start + size).flat());
      }
    }
  }

  #text(rows: number): string {
    let text = this.#texts.get(rows);
    if (text === undefined) {
      const row = (_: unknown, index: number) => this.#placeholders(index);
      text = `${this.#head}${Array.from({ length: rows }, row).join(', ')} ${this.#tail}`;
      this.#texts.set(rows, text);
    }
    return text;
  }

  #placeholders(row: number): string {
    const names = Array.from({ length: this.#columns }, (_, column) => `$${row * this.#columns + column + 1}`);
    return `(${names.join(', ')})`;
  }
}

/** An upsert's tail: on a conflict all columns but those of the key take the new row's values. */
export function replaceOnConflict(key: readonly string[], columns: readonly string[]): string {
  const assignments = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${assignments.join(', ')}`;
}
