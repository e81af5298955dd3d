import pLimit from 'p-limit';
import { assertRange } from './assert-range.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, useReadableBatch } from './find-batch.js';
import { readRecords } from './read-records.js';
import { recordsOf } from './stored-records.js';

/** The number of searches that run at the same time. Other searches wait, so that they do not delay other calls. */
const searching = pLimit(2);
/** The maximum number of searches that run or wait. */
const searchesAtMost = 50;
/** The maximum time of one search. The caller can continue where it stopped. */
const searchMs = 700;
/** The maximum length of all found records, after which a search stops. */
const foundBytesAtMost = 4 * 1024 * 1024;

/** A search for a text in the records of a batch. */
export interface SearchRequest extends BatchRef {
  /** The number of the first record that is searched. */
  readonly seqFrom: number;
  /** The text that every wanted record contains as JSON in UTF-8. Upper and lower case of the letters A to Z do not matter. */
  readonly text: string;
  /** Decides whether a record that contains the text is wanted, because the text may only be the name of a field. */
  readonly isWanted: (record: string) => boolean;
  /** The maximum number of records that are returned. */
  readonly limit: number;
}

/** The outcome of a search. */
export interface FoundRecords {
  /** The found records as JSON, in their order. */
  readonly records: readonly string[];
  /** The number of the first record that was not searched, or undefined at the end of the batch. */
  readonly nextSeq: number | undefined;
}

/** @see BatchEngine.search */
export async function searchRecords(parts: EngineParts, request: SearchRequest): Promise<FoundRecords | undefined> {
  if (searching.activeCount + searching.pendingCount >= searchesAtMost) return undefined;
  return searching(() => search(parts, request));
}

async function search(
  parts: EngineParts,
  { seqFrom, text, isWanted, limit, ...ref }: SearchRequest,
): Promise<FoundRecords> {
  const { cache, known, readers, readTimes } = parts;
  const batch = await useReadableBatch(parts, ref);
  assertRange(seqFrom, Math.max(seqFrom, batch.recordCount));
  readTimes.note(batch.id);
  const until = performance.now() + searchMs;
  const lines = new SearchedLines(text, isWanted, limit);
  const body = readRecords({ cache, known }, recordsOf(batch), seqFrom - 1, batch.recordCount - 1, 'identity');
  for await (const piece of readers.during(batch.id, body)) {
    lines.search(piece.bytes);
    piece.release();
    if (lines.isFull || performance.now() > until) break;
  }
  const next = seqFrom + lines.searched;
  return { records: lines.found, nextSeq: next > batch.recordCount ? undefined : next };
}

const newline = 0x0a;
const [upperA, upperZ, toLower] = [0x41, 0x5a, 0x20];

/** Searches lines that arrive in pieces of any length. */
class SearchedLines {
  readonly found: string[] = [];
  /** The number of whole lines that were searched. */
  searched = 0;
  readonly #text: Buffer;
  readonly #isWanted: (record: string) => boolean;
  readonly #limit: number;
  #foundBytes = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(text: string, isWanted: (record: string) => boolean, limit: number) {
    this.#text = lowered(Buffer.from(text));
    this.#isWanted = isWanted;
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.found.length >= this.#limit || this.#foundBytes > foundBytesAtMost;
  }

  /** Stops after the last record that may be returned, so that the search continues with the next record. */
  search(bytes: Uint8Array): void {
    const chunk = Buffer.concat([this.#rest, bytes]);
    const end = chunk.lastIndexOf(newline) + 1;
    this.#rest = Buffer.from(chunk.subarray(end));
    const searchable = lowered(Buffer.from(chunk.subarray(0, end)));
    let counted = 0;
    for (let hit = searchable.indexOf(this.#text); hit >= 0; ) {
      const start = chunk.lastIndexOf(newline, hit) + 1;
      const lineEnd = chunk.indexOf(newline, hit);
      const line = chunk.toString('utf8', start, lineEnd);
      if (this.#isWanted(line)) {
        this.found.push(line);
        this.#foundBytes += lineEnd - start;
      }
      this.searched += linesIn(chunk, counted, lineEnd + 1);
      counted = lineEnd + 1;
      if (this.isFull) return;
      hit = searchable.indexOf(this.#text, lineEnd);
    }
    this.searched += linesIn(chunk, counted, end);
  }
}

/** Lowers the letters A to Z in place. */
function lowered(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte >= upperA && byte <= upperZ) bytes[at] = byte | toLower;
  }
  return bytes;
}

function linesIn(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(newline, from); at >= 0 && at < to; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}
