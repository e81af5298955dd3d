import { crc32 } from 'node:zlib';
import type { NewSegment, SegmentOwner } from '../storage/segment-store.js';
import { ObjectStorageError } from './object-storage-error.js';

const dayMs = 24 * 60 * 60 * 1_000;
/** The name of the object that an attempt writes last. An attempt is not read before this last object exists. */
export const endObject = 'end';

type BatchPlace = Pick<SegmentOwner, 'id' | 'requestedAt'>;

/** Returns the day of an instant, counted from 1970-01-01. */
export function dayOf(instant: number): number {
  return Math.floor(instant / dayMs);
}

/** The prefixes of the keys for a batch, and for one of its attempts. */
export const folders = {
  batch: (root: string, { id, requestedAt }: BatchPlace) => `${root}${dayOf(requestedAt)}/${id}/`,
  attempt: (root: string, owner: SegmentOwner) => `${folders.batch(root, owner)}${owner.attempt}/`,
} as const;

/** The batch and the attempt to which an object belongs. */
export interface ObjectOwner {
  readonly day: number;
  readonly id: number;
  readonly attempt: number;
}

const keyOfObject = /^(\d{1,15})\/(\d{1,15})\/(\d{1,15})\/(?:\d+|end)$/;

/** Reads the owner of an object from its key, or undefined if no segment store wrote the object. */
export function ownerOf(root: string, key: string): ObjectOwner | undefined {
  const [, day, id, attempt] = keyOfObject.exec(key.slice(root.length)) ?? [];
  return day === undefined ? undefined : { day: Number(day), id: Number(id), attempt: Number(attempt) };
}

/** The position of a segment in its object, and the checksums of the segment's bytes. */
export interface SegmentPlace {
  readonly number: number;
  readonly index: Uint8Array;
  readonly data: BytesPlace;
  /** The position of the receipts, which is empty if there are no receipts. */
  readonly receipts: BytesPlace;
}

/** A range of bytes in an object. */
export interface BytesPlace {
  readonly start: number;
  readonly length: number;
  readonly crc: number;
}

/** Consecutive segments that are stored in one object. */
export interface PackPlace {
  readonly object: string;
  /** The position at which the head of the pack begins. */
  readonly start: number;
  readonly headLength: number;
  readonly first: number;
  readonly last: number;
}

/**
 * All numbers in a head are little-endian and have 32 bits. A head begins with a magic number, the length of the head, a CRC-32,
 * and the number of its entries. The CRC-32 is computed over all bytes of the head that follow it.
 */
const numberBytes = 4;
const fixedNumbers = 4;
const fixedBytes = fixedNumbers * numberBytes;
const marks = { pack: 0x31_4b_50_54, contents: 0x31_43_50_54 } as const;
/** The entry of a segment: number, length and CRC of the data, length of the index, length and CRC of the receipts. */
const segmentNumbers = 6;
/** The entry of a pack: the numbers of its first and last segment, and the length of its head. */
const packNumbers = 3;

/**
 * Makes one object from consecutive segments. The object contains the head with the indexes, then the data of all segments, and
 * then all receipts.
 */
export function encodePack(segments: readonly NewSegment[]): {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly headLength: number;
} {
  const receipts = segments.map(({ receipts: texts }) => Buffer.from(texts === undefined ? '' : JSON.stringify(texts)));
  const entries = segments.flatMap(({ number, index, data }, n) => [
    number,
    data.byteLength,
    crc32(data),
    index.byteLength,
    receipts[n]!.byteLength,
    crc32(receipts[n]!),
  ]);
  const head = encodeHead(
    marks.pack,
    segments.length,
    entries,
    segments.map(({ index }) => index),
  );
  return { bytes: Buffer.concat([head, ...segments.map(({ data }) => data), ...receipts]), headLength: head.length };
}

/** @param start of the head within the object */
export function decodePack(head: Uint8Array, start: number, key: string): readonly SegmentPlace[] {
  const { count, view } = decodeHead(head, marks.pack, key);
  const number = (entry: number, position: number) =>
    view.getUint32(fixedBytes + (entry * segmentNumbers + position) * numberBytes, true);
  const entries = Array.from({ length: count }, (_, n) => n);
  let indexStart = fixedBytes + count * segmentNumbers * numberBytes;
  let dataStart = start + head.byteLength;
  let receiptsStart = dataStart + entries.reduce((sum, n) => sum + number(n, 1), 0);
  return entries.map((n) => {
    const [dataLength, indexLength, receiptsLength] = [number(n, 1), number(n, 3), number(n, 4)];
    const place = {
      number: number(n, 0),
      index: head.slice(indexStart, indexStart + indexLength),
      data: { start: dataStart, length: dataLength, crc: number(n, 2) },
      receipts: { start: receiptsStart, length: receiptsLength, crc: number(n, 5) },
    };
    indexStart += indexLength;
    dataStart += dataLength;
    receiptsStart += receiptsLength;
    return place;
  });
}

/** Makes the start of the last object, which lists the segments of the attempt and the objects that contain them. */
export function encodeContents(packs: readonly Omit<PackPlace, 'object' | 'start'>[]): Buffer {
  const entries = packs.flatMap(({ first, last, headLength }) => [first, last, headLength]);
  return encodeHead(marks.contents, packs.length, entries, []);
}

/** The last pack is in the same object, after the list of packs. All packs except the last are separate objects. */
export function decodeContents(head: Uint8Array, key: string): readonly PackPlace[] {
  const { count, view } = decodeHead(head, marks.contents, key);
  return Array.from({ length: count }, (_, n) => {
    const number = (position: number) => view.getUint32(fixedBytes + (n * packNumbers + position) * numberBytes, true);
    const isLast = n === count - 1;
    return {
      object: isLast ? endObject : String(n),
      start: isLast ? head.byteLength : 0,
      first: number(0),
      last: number(1),
      headLength: number(2),
    };
  });
}

/** Returns the length of the head with which the given bytes begin. */
export function headLengthOf(bytes: Uint8Array, key: string): number {
  if (bytes.byteLength < fixedBytes) throw damaged(key);
  const length = viewOf(bytes).getUint32(numberBytes, true);
  if (length < fixedBytes) throw damaged(key);
  return length;
}

/** @throws ObjectStorageError `damaged` */
export function assertIntact(bytes: Uint8Array, crc: number, key: string): void {
  if (crc32(bytes) !== crc) throw damaged(key);
}

function damaged(key: string): ObjectStorageError {
  return new ObjectStorageError('damaged', `The object ${key} is damaged`);
}

function encodeHead(mark: number, count: number, entries: readonly number[], rest: readonly Uint8Array[]): Buffer {
  const numbers = Buffer.alloc(fixedBytes + entries.length * numberBytes);
  for (const [n, entry] of entries.entries()) numbers.writeUInt32LE(entry, fixedBytes + n * numberBytes);
  numbers.writeUInt32LE(count, 3 * numberBytes);
  const head = Buffer.concat([numbers, ...rest]);
  head.writeUInt32LE(mark, 0);
  head.writeUInt32LE(head.length, numberBytes);
  head.writeUInt32LE(crc32(head.subarray(3 * numberBytes)), 2 * numberBytes);
  return head;
}

function decodeHead(head: Uint8Array, mark: number, key: string): { readonly count: number; readonly view: DataView } {
  if (headLengthOf(head, key) !== head.byteLength) throw damaged(key);
  const view = viewOf(head);
  if (view.getUint32(0, true) !== mark) throw damaged(key);
  assertIntact(head.subarray(3 * numberBytes), view.getUint32(2 * numberBytes, true), key);
  return { count: view.getUint32(3 * numberBytes, true), view };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
