type FakeRecord = Readonly<Record<string, unknown>>;

/** The content of a fake platform's batch. */
export interface FakeSnapshot {
  /** JSON texts, in the order of their `seq`. */
  readonly records: readonly string[];
  readonly removed: readonly Readonly<Record<string, string>>[];
  readonly changesOnly: boolean;
  readonly cursor: string;
}

interface Kept {
  /** Undefined after the record was removed. */
  readonly record: FakeRecord | undefined;
  readonly key: Readonly<Record<string, string>>;
  readonly position: number;
}

/** The records of one download on a fake platform, which knows the changes since a cursor. */
export class FakeRecords {
  readonly #keys: readonly string[];
  readonly #kept = new Map<string, Kept>();
  #position = 0;
  #oldestTold = 0;

  /** @param keys the fields that identify a record */
  constructor(...keys: string[]) {
    this.#keys = keys;
  }

  put(...records: FakeRecord[]): void {
    for (const record of records) this.#keep(record, record);
  }

  /** @param keys records, or only their key fields */
  remove(...keys: FakeRecord[]): void {
    for (const key of keys) this.#keep(key, undefined);
  }

  /** Invalidates all cursors, as if the platform no longer stored removals. */
  forgetChanges(): void {
    this.#oldestTold = ++this.#position;
    for (const [id, { record }] of this.#kept) if (record === undefined) this.#kept.delete(id);
  }

  snapshot(since: string | undefined): FakeSnapshot {
    const position = since === undefined ? Number.NaN : Number(since.replace(/^cursor-/, ''));
    const changesOnly = position >= this.#oldestTold;
    const kept = [...this.#kept.values()].filter((each) => !changesOnly || each.position > position);
    const create_date = new Date(0).toISOString();
    return {
      records: kept
        .flatMap(({ record }) => (record === undefined ? [] : [record]))
        .map((record, index) => JSON.stringify({ batch_id: '1', seq: String(index + 1), create_date, ...record })),
      removed: changesOnly ? kept.filter(({ record }) => record === undefined).map(({ key }) => key) : [],
      changesOnly,
      cursor: `cursor-${this.#position}`,
    };
  }

  #keep(from: FakeRecord, record: FakeRecord | undefined): void {
    const key = Object.fromEntries(this.#keys.map((name) => [name, from[name] as string]));
    this.#kept.set(JSON.stringify(key), { record, key, position: ++this.#position });
  }
}
