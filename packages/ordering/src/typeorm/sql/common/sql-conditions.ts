import type { Dialect, SqlValue } from '@trading-platform/database';
import { holdsOneOf, isOneOf } from './json-rows.js';

/** The conditions of one `WHERE`, with the values for their parameters. A condition whose value is absent is left out. */
export class SqlConditions {
  readonly #dialect: Dialect;
  readonly #values: SqlValue[];
  readonly #conditions: string[] = [];

  /** @param values shared by conditions of one statement */
  constructor(dialect: Dialect, values: SqlValue[] = []) {
    this.#dialect = dialect;
    this.#values = values;
  }

  get values(): readonly SqlValue[] {
    return this.#values;
  }

  /** Returns the conditions on another table of the same statement. */
  nested(): SqlConditions {
    return new SqlConditions(this.#dialect, this.#values);
  }

  add(condition: string): void {
    this.#conditions.push(condition);
  }

  /** Adds `column operator value`. */
  compare(column: string, operator: '=' | '<>' | '>=' | '<=', value: string | undefined): void {
    if (value !== undefined) this.add(`${column} ${operator} ${this.placeholder(value)}`);
  }

  /** Adds the condition that a number is greater than the given number. */
  after(column: string, value: number | undefined): void {
    if (value !== undefined) this.add(`${column} > ${this.placeholder(value)}`);
  }

  /** Adds the condition that the column has the given value, or the condition that it has a different value. */
  equals(column: string, value: string, wanted: boolean | undefined): void {
    if (wanted !== undefined) this.compare(column, wanted ? '=' : '<>', value);
  }

  /** Adds the condition that a column with 0 or 1 contains 1, or the condition that it contains 0. */
  flag(column: string, wanted: boolean | undefined): void {
    if (wanted !== undefined) this.add(`${column} = ${Number(wanted)}`);
  }

  /** Adds the condition that the text in a column contains at least one of the given texts. */
  holdsOneOf(column: string, list: readonly string[] | undefined): void {
    if (list !== undefined) this.add(holdsOneOf(this.#dialect, column, this.placeholder(JSON.stringify(list))));
  }

  /**
   * Adds the condition that a text is in a range. The range includes its first and its last value. An empty text is in no range.
   */
  range(column: string, from: string | undefined, to: string | undefined): void {
    this.compare(column, '>=', from);
    this.compare(column, '<=', to);
    if (from === undefined && to !== undefined) this.add(`${column} <> ''`);
  }

  /** Adds the condition that a column contains one value of a list. */
  oneOf(column: string, list: readonly string[] | undefined): void {
    if (list !== undefined) this.add(this.isOneOf(column, list));
  }

  /**
   * Adds the condition that a column contains one of the given member codes. A single code is compared with `=`, because the
   * index then returns the rows in order.
   */
  isMember(column: string, memberCodes: readonly string[]): void {
    if (memberCodes.length === 1) this.compare(column, '=', memberCodes[0]);
    else this.oneOf(column, memberCodes);
  }

  /** Returns the condition that a column contains one value of a list. */
  isOneOf(column: string, list: readonly string[]): string {
    return isOneOf(this.#dialect, column, this.placeholder(JSON.stringify(list)));
  }

  /** Adds the condition that at least one of the given conditions is true. */
  anyOf(conditions: readonly string[]): void {
    this.add(`(${conditions.join(' OR ')})`);
  }

  placeholder(value: SqlValue): string {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** All conditions as text, which is never empty. */
  get text(): string {
    return this.isEmpty ? '1 = 1' : this.#conditions.join(' AND ');
  }
}

/** Writes a text column as an expression, so that the database does not use the column's index. */
export function unindexed(column: string): string {
  return `(${column} || '')`;
}
