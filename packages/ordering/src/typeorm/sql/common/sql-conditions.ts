import type { Dialect, SqlValue } from '@trading-platform/database';
import { holdsOneOf, isOneOf } from './json-rows.js';

/** The conditions of one `WHERE` and the values they carry. Conditions on absent values are left out. */
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

  /** Conditions on another table of the same statement. */
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

  /** Adds that a number is greater than another. */
  after(column: string, value: number | undefined): void {
    if (value !== undefined) this.add(`${column} > ${this.placeholder(value)}`);
  }

  /** Adds `column = value`, or its opposite. */
  equals(column: string, value: string, wanted: boolean | undefined): void {
    if (wanted !== undefined) this.compare(column, wanted ? '=' : '<>', value);
  }

  /** Adds that a column holding 0 or 1 is set, or is not. */
  flag(column: string, wanted: boolean | undefined): void {
    if (wanted !== undefined) this.add(`${column} = ${Number(wanted)}`);
  }

  /** Adds that the text `column` holds one of a list of texts. */
  holdsOneOf(column: string, list: readonly string[] | undefined): void {
    if (list !== undefined) this.add(holdsOneOf(this.#dialect, column, this.placeholder(JSON.stringify(list))));
  }

  /** Adds that a text lies in a range, both ends included. An empty text lies in no range. */
  range(column: string, from: string | undefined, to: string | undefined): void {
    this.compare(column, '>=', from);
    this.compare(column, '<=', to);
    if (from === undefined && to !== undefined) this.add(`${column} <> ''`);
  }

  /** Adds that `column` is one of a list. */
  oneOf(column: string, list: readonly string[] | undefined): void {
    if (list !== undefined) this.add(this.isOneOf(column, list));
  }

  /** Adds that `column` is one of some members; of a single one, so that an index gives its rows in order. */
  isMember(column: string, memberCodes: readonly string[]): void {
    if (memberCodes.length === 1) this.compare(column, '=', memberCodes[0]);
    else this.oneOf(column, memberCodes);
  }

  /** The condition that `column` is one of a list. */
  isOneOf(column: string, list: readonly string[]): string {
    return isOneOf(this.#dialect, column, this.placeholder(JSON.stringify(list)));
  }

  /** Adds that at least one of some conditions holds. */
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

  /** All conditions; never empty. */
  get text(): string {
    return this.isEmpty ? '1 = 1' : this.#conditions.join(' AND ');
  }
}

/** A text column as an expression, which keeps a database from finding rows by the column's index. */
export function unindexed(column: string): string {
  return `(${column} || '')`;
}
