import { isUtf8 } from 'node:buffer';
import { firstWrongByte } from '@trading-platform/files';
import { LineRefusal } from '../record/line-refusal.js';
import { type LineRemark, remarksKept } from './import-summary.js';
import type { LineFormat } from './line-format.js';
import type { SourceLine } from './read-lines.js';

/**
 * Lines that were read together, and the rows that they became. A chunk is plain data, so it can be passed from one thread to
 * another.
 */
export interface Chunk<Row> {
  readonly rows: readonly Row[];
  /** The line number of each row. */
  readonly lines: readonly number[];
  readonly refusals: readonly LineRemark[];
  readonly warnings: readonly LineRemark[];
  /** The number of lines, without blank lines. */
  readonly read: number;
  /** The total length of all lines in bytes. */
  readonly bytes: number;
}

export const longestLineBytes = 8 * 1024 * 1024;

/** Converts lines to rows, and collects the lines that the format refuses. */
export function readChunk<Row>(source: readonly SourceLine[], format: LineFormat<Row>): Chunk<Row> {
  const rows: Row[] = [];
  const lines: number[] = [];
  const refusals: LineRemark[] = [];
  const warnings: LineRemark[] = [];
  let read = 0;
  let bytes = 0;
  for (const line of source) {
    bytes += lengthOf(line);
    if (isBlank(line)) continue;
    read++;
    try {
      const record = parseLine(line.bytes);
      const row = format.read(record);
      if (format.warn !== undefined && warnings.length < remarksKept) {
        for (const reason of format.warn(row, record)) warnings.push({ line: line.number, reason });
      }
      rows.push(row);
      lines.push(line.number);
    } catch (error) {
      if (!(error instanceof LineRefusal)) throw error;
      refusals.push({ line: line.number, reason: error.message });
    }
  }
  return { rows, lines, refusals, warnings, read, bytes };
}

/**
 * Returns the number of bytes that a line takes in its file, including the line feed. For a line that is too long to be kept, the
 * result is the minimum number of bytes.
 */
export function lengthOf({ bytes }: SourceLine): number {
  return (bytes?.length ?? longestLineBytes) + 1;
}

function isBlank({ bytes }: SourceLine): boolean {
  return bytes?.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d) ?? false;
}

function parseLine(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) throw new LineRefusal(`is longer than ${longestLineBytes} bytes`);
  if (!isUtf8(bytes)) {
    const place = `at byte offset ${firstWrongByte(bytes)} of the line`;
    throw new LineRefusal(`is not UTF-8 ${place}: write the file as UTF-8, or as UTF-16 with a byte order mark`);
  }
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new LineRefusal(`is not JSON: ${(error as Error).message}`);
  }
}
