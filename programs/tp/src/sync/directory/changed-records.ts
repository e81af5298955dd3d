import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { DownloadName } from '@trading-platform/domain-types';
import { linesOf } from '../../files/lines-of.js';
import { parseRecord } from '../../formats/json-formats.js';
import type { Removals } from '../copy.js';
import { keyOf } from '../record-key.js';

interface Place {
  readonly at: number;
  readonly bytes: number;
}

const lineEndBytes = 1;

/** The current records of a kind, and the changes that a batch brings. */
export interface Changes {
  readonly kind: DownloadName;
  /** The file with the current records, one on each line. */
  readonly records: string;
  /** The file with the added and changed records, one on each line. */
  readonly changed: string;
  readonly gone: Removals;
}

/**
 * The lines of a copy after a batch of changes: changed lines replace their old versions, added lines follow at the
 * end. The file position of each change is kept in memory.
 *
 * @param count receives the number of removed records
 */
export async function* changedLines(
  { kind, records, changed, gone }: Changes,
  count: { gone: number },
): AsyncGenerator<Uint8Array> {
  const places = await placesOf(kind, changed);
  const goneKeys = await digestsOf(kind, gone);
  const file = await open(changed);
  const lineAt = async ({ at, bytes }: Place): Promise<Uint8Array> =>
    (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer;
  try {
    for await (const line of linesOf(records)) {
      const key = digestOf(keyOf(kind, parseRecord(line)));
      const place = places.get(key);
      places.delete(key);
      if (place !== undefined) yield await lineAt(place);
      else if (goneKeys.has(key)) count.gone++;
      else yield line;
    }
    for (const place of places.values()) yield await lineAt(place);
  } finally {
    await file.close();
  }
}

async function placesOf(kind: DownloadName, path: string): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  let at = 0;
  for await (const line of linesOf(path)) {
    places.set(digestOf(keyOf(kind, parseRecord(line))), { at, bytes: line.length });
    at += line.length + lineEndBytes;
  }
  return places;
}

async function digestsOf(kind: DownloadName, { count, keys }: Removals): Promise<Set<string>> {
  const digests = new Set<string>();
  if (count === 0) return digests;
  for await (const page of keys()) for (const key of page) digests.add(digestOf(keyOf(kind, key)));
  return digests;
}

function digestOf(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64');
}
