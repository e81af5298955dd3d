import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import type { TestDatabase } from '@trading-platform/database/testing';
import type { ImportKind } from '@trading-platform/domain-types';
import { linesOf } from '@trading-platform/ordering/testing';
import {
  expectArchivedSlips,
  exportRecords,
  importRecords,
  loadArchivedMarks,
} from '@trading-platform/ordering/typeorm';
import { Volume } from '../src/archive/volume.js';

const script = join(import.meta.dirname, 'archive-process.mjs');
const before = '2025-01-01';
const buyers = ['10000001', '10000002', '10000003', '10000004'];
const seller = '20000001';
const slipsOfBuyer = 20;

interface Outcome {
  readonly steps: number;
  readonly volumes: readonly string[];
  readonly removed: number;
  readonly changed: number;
}

/** Slips of some buyers, old and new, and a mark for every third view. */
async function fill(database: Database): Promise<void> {
  await load(
    database,
    'members',
    [...buyers, seller].map((member_code) => ({ member_code })),
  );
  const slips = buyers.flatMap((buyer) =>
    Array.from({ length: slipsOfBuyer }, (_, index) => {
      const own = { trade_id: `${buyer}-${index}`, status_code: '60', trade_comment: `備考 ${index}` };
      const update_date = `202${index % 10 === 9 ? 6 : 4}-11-0${1 + (index % 9)} 10:00:00`;
      return [
        { ...own, update_date, member_code_self: buyer, member_code_partner: seller },
        { ...own, update_date, member_code_self: seller, member_code_partner: buyer },
      ];
    }),
  );
  await load(database, 'trade', slips.flat());
  await database.execute(`INSERT INTO download_mark (slip_id, member_code, client_id, version)
    SELECT id, member_code_self, 'erp', version FROM slip WHERE id % 3 = 0`);
}

async function load(database: Database, kind: ImportKind, lines: readonly object[]): Promise<void> {
  expect(await importRecords(kind, database, linesOf(lines))).toMatchObject({ refused: 0 });
}

/**
 * Runs the archive. If the run was killed, returns no outcomes. Otherwise returns its outcome and the outcome of
 * another run after it.
 */
async function run(address: string, folder: string, steps: number): Promise<readonly Outcome[]> {
  const child = spawn(process.execPath, [script, address, folder, before, String(steps)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
  });
  const exited = once(child, 'exit');
  const output = await text(child.stdout);
  const [code, signal] = (await exited) as [number | null, string | null];
  expect(signal ?? code).toBe(steps === 0 ? 0 : 'SIGKILL');
  return output === '' ? [] : (JSON.parse(output) as Outcome[]);
}

/** Stored slips: their lines and their marks. */
async function stored(database: Database): Promise<{ lines: string[]; marks: unknown[] }> {
  const lines: string[] = [];
  for await (const line of exportRecords('trade', database, new AbortController().signal)) lines.push(line.toString());
  const marks = await database.query(
    `SELECT s.trade_id, s.member_code_self, d.member_code, d.client_id, d.version
     FROM download_mark d LEFT JOIN slip s ON s.id = d.slip_id ORDER BY 1, 2, 3, 4`,
  );
  return { lines, marks };
}

/** The complete volumes of a folder, each checked. */
async function volumesIn(folder: string): Promise<Volume[]> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.part')).toSorted();
  const volumes = await Promise.all(names.map((name) => Volume.open(join(folder, name))));
  for (const volume of volumes) await volume.check();
  return volumes;
}

async function linesIn(volumes: readonly Volume[], file: string): Promise<Buffer[]> {
  const lines: Buffer[] = [];
  for (const volume of volumes) for await (const line of volume.lines(file)) lines.push(line);
  return lines;
}

/** Number of steps of an undisturbed run. */
export async function countSteps(open: () => Promise<TestDatabase>): Promise<number> {
  return withFolder(async (folder) => {
    const database = await open();
    await fill(database);
    return (await run(database.address, folder, 0))[0]?.steps ?? 0;
  });
}

/** Kills a run at each of these steps, one run after the other on the same database, and lets the last run finish. */
export async function killAt(open: () => Promise<TestDatabase>, steps: readonly number[]): Promise<void> {
  await withFolder(async (folder) => {
    const database = await open();
    await fill(database);
    const known = await stored(database);
    const young = known.lines.filter((line) => line.includes('"update_date":"2026-'));
    for (const step of steps) {
      await run(database.address, folder, step);
      const left = (await stored(database)).lines;
      const archived = (await linesIn(await volumesIn(folder), 'trade')).map(String);
      expect([...new Set([...left, ...archived])].toSorted()).toEqual(known.lines.toSorted());
    }
    const [, again] = await run(database.address, folder, 0);
    expect((await stored(database)).lines).toEqual(young);
    expect(again).toEqual({ steps: 0, volumes: [], removed: 0, changed: 0 });

    const volumes = await volumesIn(folder);
    const trade = await linesIn(volumes, 'trade');
    expect(trade.map(String).toSorted()).toEqual(known.lines.filter((line) => !young.includes(line)).toSorted());
    await expectArchivedSlips(database, trade);
    await load(
      database,
      'trade',
      trade.map((line) => JSON.parse(line.toString()) as object),
    );
    await loadArchivedMarks(database, await linesIn(volumes, 'marks'));
    expect(await stored(database)).toEqual(known);
  });
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tpctl-archive-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
