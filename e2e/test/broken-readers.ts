import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { beforeAll, expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import { batchOfHeavySlips, heavySlips, loadHeavySlips } from '../src/heavy-slips.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { rawGet } from '../src/raw-get.js';
import { serviceGauges } from '../src/service-gauges.js';

const { path: trade, criteria, count: slips, bytes: answerBytes } = heavySlips;
const slowReaders = 16;
/** If slips were marked wrongly, the marked slips would be those before the broken connection, or all slips. */
const firstAndLast = ['T0', 'T1', 'T2', `T${slips - 1}`];

/** Tests readers that drop the connection and slow readers. Nothing may be lost or delayed. */
export function describeBrokenReaders(database: DatabaseKind): void {
  describePlatform('a broken reader', { database }, (flow, platform) => {
    let caller: ApiCaller;
    let range: object;

    beforeAll(async () => {
      caller = await loadHeavySlips(platform());
      range = await batchOfHeavySlips(caller);
    });

    const undelivered = async (more: object = {}) => {
      const batchId = await caller.request(trade, { ...criteria, ...more, not_downloaded_flg: '1' });
      return (await caller.waitForEnd(trade, batchId)).count;
    };

    flow('that drops the connection has downloaded nothing; after reading to the end, it has', async () => {
      for (let read = 0; read < 3; read++) {
        const socket = await rawGet(caller, trade, range);
        await once(socket, 'readable');
        socket.read(1 + read * 10_000);
        socket.destroy();
      }
      await sleep(300);
      expect(await undelivered({ trade_id: firstAndLast })).toBe(firstAndLast.length);
      await wholeAnswer(await rawGet(caller, trade, range));
      while ((await undelivered({ trade_id: ['T0'] })) > 0) await sleep(50);
      expect(await undelivered()).toBe(0);
    });

    flow('that reads one byte per second costs little, delays nobody and loses nothing', async (running) => {
      const alone = await fastestMs(caller, range);
      const before = await serviceGauges(running.apiUrl);
      const readers = await Promise.all(Array.from({ length: slowReaders }, () => rawGet(caller, trade, range)));
      await Promise.all(readers.map((socket) => once(socket, 'readable')));
      const started = readers.map((socket) => String.fromCharCode((socket.read(1) as Buffer)[0] ?? 0));
      expect(started).toEqual(readers.map(() => 'H'));
      // While this much data waits, answers are sent in slices of 64 kB, which takes twice as long as usual.
      expect(await fastestMs(caller, range)).toBeLessThan(5 * alone + 100);
      const after = await serviceGauges(running.apiUrl);
      expect(after.residentBytes - before.residentBytes).toBeLessThan((slowReaders * answerBytes) / 3);

      for (const socket of readers.slice(1)) socket.destroy();
      for (const patient of readers.slice(0, 1)) await wholeAnswer(patient, 'TTP/1.1 200 OK');
      while ((await serviceGauges(running.apiUrl)).sockets >= before.sockets + slowReaders) await sleep(50);
    });
  });
}

/**
 * Reads an answer to its end. Expects that the answer is complete, and that its records have the CRC-32 that its header
 * declares.
 */
async function wholeAnswer(socket: Socket, statusLine = 'HTTP/1.1 200 OK'): Promise<void> {
  const answer = Buffer.concat(await socket.toArray());
  const end = answer.indexOf('\r\n\r\n');
  const head = answer.toString('latin1', 0, end);
  const body = answer.subarray(end + 4);
  expect(head.startsWith(statusLine)).toBe(true);
  expect(body.length).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
  expect(body.length).toBeGreaterThan(answerBytes);
  const records = body.subarray(body.indexOf('"trade":[') + '"trade":['.length, body.lastIndexOf(']'));
  expect(crc32(records).toString(16).padStart(8, '0')).toBe(/x-range-crc32: (\w+)/i.exec(head)?.[1]);
}

/** Returns the shortest of several durations, because other work on the machine can slow down a read. */
async function fastestMs(caller: ApiCaller, range: object): Promise<number> {
  let fastest = Infinity;
  for (let n = 0; n < 3; n++) {
    const startedAt = performance.now();
    await wholeAnswer(await rawGet(caller, trade, range));
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}
