import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Volume, VolumeWriter } from '../src/archive/volume.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A line that does not compress, so that files are longer than a stream's first chunk. */
function aLine(): Buffer {
  return Buffer.from(Array.from({ length: 200 }, () => Math.random().toString(36).slice(2)).join(''));
}

async function aVolume(units: number): Promise<Volume> {
  const folder = mkdtempSync(join(tmpdir(), 'volume-'));
  folders.push(folder);
  const writer = await VolumeWriter.begin(folder, { kind: 'things', before: '2026-01-01' }, ['one', 'other']);
  for (let unit = 0; unit < units; unit++) {
    await writer.add([{ key: String(unit), lines: [[aLine()], [aLine(), aLine()]] }]);
  }
  return Volume.open(await writer.finish());
}

/** Files of the folder that this process has open (Linux). */
function openFilesIn(folder: string): string[] {
  const targets = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
  return targets.filter((target) => target.startsWith(folder));
}

describe('a volume', () => {
  it.each([
    ['to its end', 500],
    ['for a part', 3],
  ])('that is read %s leaves no file open', async (_, units) => {
    const volume = await aVolume(500);
    let read = 0;
    for await (const { lines } of volume.units()) {
      expect(lines.map(({ length }) => length)).toEqual([1, 2]);
      if (++read === units) break;
    }
    expect(read).toBe(units);
    // A file is closed some turns after its reader ends.
    while (openFilesIn(volume.folder).length > 0) await sleep(20);
  });
});
