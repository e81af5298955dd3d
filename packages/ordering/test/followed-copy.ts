import type { RecordSource } from '../src/download/record-source.js';
import type { RenderedRecord } from '../src/download/rendered-record.js';

type Fields = Readonly<Record<string, unknown>>;

/** The result of one update of the copy. */
export interface Brought {
  /** False if the update returned all records and not only changes. */
  readonly isChanges: boolean;
  readonly records: number;
  readonly removed: readonly Fields[];
}

/** How the records of a download are read, and which key identifies a record. */
export interface CopiedDownload<Criteria> {
  readonly source: RecordSource<Criteria>;
  readonly criteria: Criteria;
  /** The text that a batch puts before the stored bytes of a record. */
  readonly head: '' | '{';
  readonly keyOf: (record: Fields) => Fields;
}

/**
 * A caller's copy of a download. The copy begins with one full download and is then updated by changes and removed keys, with the
 * help of cursors.
 */
export class FollowedCopy<Criteria> {
  readonly #download: CopiedDownload<Criteria>;
  readonly #records = new Map<string, string>();
  #cursor: string | undefined;

  constructor(download: CopiedDownload<Criteria>) {
    this.#download = download;
  }

  get cursor(): string | undefined {
    return this.#cursor;
  }

  get records(): ReadonlyMap<string, string> {
    return this.#records;
  }

  /** Brings the copy up to date. */
  async update(): Promise<Brought> {
    const { source, criteria, head, keyOf } = this.#download;
    const snapshot = await source.open(criteria, new AbortController().signal, this.#cursor);
    try {
      const isChanges = snapshot.removed !== undefined;
      if (!isChanges) this.#records.clear();
      let records = 0;
      for await (const body of bodiesOf(snapshot.records)) {
        const text = head + body;
        this.#records.set(JSON.stringify(keyOf(JSON.parse(text) as Fields)), text);
        records++;
      }
      const removed: Fields[] = [];
      for await (const body of bodiesOf(snapshot.removed)) {
        removed.push(JSON.parse(body) as Fields);
        this.#records.delete(JSON.stringify(removed.at(-1)));
      }
      this.#cursor = snapshot.changeCursor;
      return { isChanges, records, removed };
    } finally {
      await snapshot.close();
    }
  }
}

async function* bodiesOf(chunks: AsyncIterable<readonly RenderedRecord[]> | undefined): AsyncGenerator<string> {
  if (chunks === undefined) return;
  for await (const chunk of chunks) for (const { body } of chunk) yield Buffer.from(body).toString('utf8');
}

/** The functions that return the key of a record, for three kinds of data. */
export const keyOf = {
  master: (record: Fields): Fields => ({
    member_code: record['member_code'],
    member_code_partner: record['member_code_partner'],
    item_id: itemOf(record['buy']) || itemOf(record['catalog']),
  }),
  trade: ({ trade_id, member_code_self }: Fields): Fields => ({ trade_id, member_code_self }),
  buyer: ({ member_code_buyer }: Fields): Fields => ({ member_code_buyer }),
  seller: ({ member_code_seller }: Fields): Fields => ({ member_code_seller }),
} as const;

function itemOf(lines: unknown): unknown {
  return (lines as readonly Fields[])[0]?.['item_id'];
}
