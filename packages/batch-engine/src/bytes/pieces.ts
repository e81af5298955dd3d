import { crc32 } from 'node:zlib';
import { type Checksum, checksum, RunningChecksum } from './crc32.js';
import { deflateFragment, inflateFragments } from './fragment.js';
import { freeMemory, type OwnedBytes } from './owned-bytes.js';
import { type Fragment, type SegmentIndex, separator } from './segment-index.js';

/** Consecutive fragments that are sent in their stored form. */
export interface WholePiece {
  readonly kind: 'whole';
  readonly segment: number;
  readonly fragments: readonly Fragment[];
  /** The position in the bytes of the segment. A separator follows at `end`. */
  readonly start: number;
  readonly end: number;
  readonly checksum: Checksum;
}

/** A part of one fragment. */
export interface CutPiece {
  readonly kind: 'cut';
  readonly segment: number;
  readonly fragment: Fragment;
  /** The position in the decompressed bytes of the fragment. */
  readonly rawStart: number;
  readonly rawEnd: number;
}

/** The bytes of a partial fragment: deflate data in a gzip answer, and otherwise the records without compression. */
export interface CutBytes extends OwnedBytes {
  readonly kind: 'bytes';
  readonly checksum: Checksum;
}

/** A piece of a range whose length and checksum are known. */
export type RangePiece = WholePiece | CutBytes;

/** The checksum and the length of consecutive pieces. */
export class PieceSum {
  readonly #records = new RunningChecksum();
  #pieces = 0;
  #bytes = 0;

  append(piece: RangePiece): void {
    if (this.#pieces > 0) this.#records.append(separator.checksum);
    this.#records.append(piece.checksum);
    this.#pieces++;
    this.#bytes += piece.kind === 'whole' ? piece.end - piece.start : piece.bytes.length;
  }

  /** The checksum of the decompressed records with the commas between them. */
  get records(): Checksum {
    return checksum(this.#records.crc, this.#records.length);
  }

  /** The number of bytes of the pieces with their separators. */
  get storedBytes(): number {
    return this.#bytes + separator.data.length * Math.max(0, this.#pieces - 1);
  }
}

/**
 * Returns the pieces of one segment that contain its records `from` to `to`. Records are counted from 0, and both ends are
 * included.
 */
export function piecesOf(segment: number, index: SegmentIndex, from: number, to: number): (WholePiece | CutPiece)[] {
  if (from === 0 && to === index.recordCount - 1) return [wholeSegment(segment, index)];
  const pieces: (WholePiece | CutPiece)[] = [];
  let run: Fragment[] = [];
  const endRun = () => {
    if (run.length > 0) pieces.push(wholePiece(segment, run));
    run = [];
  };
  for (const fragment of index.fragments) {
    const first = Math.max(from - fragment.firstRecord, 0);
    const last = Math.min(to - fragment.firstRecord, fragment.recordCount - 1);
    if (first > last) continue;
    if (first === 0 && last === fragment.recordCount - 1) {
      run.push(fragment);
      continue;
    }
    endRun();
    pieces.push(cutPiece(segment, fragment, first, last));
  }
  endRun();
  return pieces;
}

/** Returns one piece that contains the whole segment. */
export function wholeSegment(segment: number, index: SegmentIndex): WholePiece {
  const { fragments, compressedLength, checksum: sum } = index;
  return { kind: 'whole', segment, fragments, start: 0, end: compressedLength, checksum: sum };
}

/** Decompresses a fragment and returns the requested part of it, without commas at its start and end. */
export async function carryOut(piece: CutPiece, data: Uint8Array, gzip: boolean): Promise<CutBytes> {
  const { start, end, checksum: whole } = piece.fragment;
  const inflated = await inflateFragments(data.subarray(start, end), whole.length);
  const raw = inflated.subarray(piece.rawStart, piece.rawEnd);
  const cut = { kind: 'bytes', checksum: checksum(crc32(raw), raw.length) } as const;
  if (!gzip) return { ...cut, bytes: raw, release: () => freeMemory(inflated) };
  const deflated = await deflateFragment(raw, 'passing');
  freeMemory(inflated);
  return { ...cut, bytes: deflated, release: () => undefined };
}

function wholePiece(segment: number, fragments: readonly Fragment[]): WholePiece {
  const sum = new RunningChecksum();
  for (const [position, fragment] of fragments.entries()) {
    if (position > 0) sum.append(separator.checksum);
    sum.append(fragment.checksum);
  }
  const start = fragments[0]!.start;
  const end = fragments.at(-1)!.end;
  return { kind: 'whole', segment, fragments, start, end, checksum: checksum(sum.crc, sum.length) };
}

function cutPiece(segment: number, fragment: Fragment, first: number, last: number): CutPiece {
  return {
    kind: 'cut',
    segment,
    fragment,
    rawStart: fragment.offsetOf(first),
    rawEnd: fragment.offsetOf(last + 1) - 1,
  };
}
