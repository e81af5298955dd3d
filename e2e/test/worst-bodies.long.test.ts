import { expect } from '@jest/globals';
import { largestBodies, largestUploads } from '@trading-platform/validation/testing';
import type { ApiCaller } from '../src/api-caller.js';
import { type ThrownBody, throwBodies } from '../src/body-throwers.js';
import { describePlatform } from '../src/describe-platform.js';
import { mainThreadTimes } from '../src/main-thread.js';
import { worstBodies } from '../src/worst-bodies.js';
import { describeWorstBodies } from './worst-bodies.js';

const bodyBytes = 1_048_576;
const uploadPath = '/order/upload/request';
const connectionsOfEach = 2;
const rounds = 400;
/** This limit is for a main thread that never has to wait for a processor. */
const p99AtMostMs = 100;
const flowTimeoutMs = 600_000;
const memberCode = '10000001';
/** There are two attackers, because a single one gets memory for only one upload at a time. */
const attackers = ['20000002', '30000003'];

const calls = (): readonly ThrownBody[] => worstBodies.map(({ path, make }) => ({ path, body: make(bodyBytes) }));
const soundUploads = (): readonly ThrownBody[] =>
  largestUploads.filter(({ status }) => status === 200).map(({ make }) => ({ path: uploadPath, body: make() }));
const worstUploads = (): readonly ThrownBody[] =>
  [...largestUploads.filter(({ status }) => status !== 200), ...largestBodies].map(({ make }) => ({
    path: uploadPath,
    body: make(),
  }));

const settings = { CALLS_PER_MINUTE: '1000000', CLIENT_CALLS_PER_MINUTE: '1000000' };

describeWorstBodies(50);

describePlatform(
  'worst bodies, sent without pause',
  { database: 'sqlite', services: ['auth', 'api'], settings },
  (flow) => {
    for (const { kind, make, expected } of [
      { kind: 'calls of 1 MiB', make: calls, expected: ['200', '400'] },
      { kind: 'sound uploads of 16 MiB', make: soundUploads, expected: ['200'] },
      { kind: 'the worst uploads of 16 MiB', make: worstUploads, expected: ['400'] },
    ]) {
      flow(
        `that are ${kind} delay the checks of others by little more than with an idle api`,
        async (platform) => {
          await platform.load(
            'members',
            [memberCode, ...attackers].map((member_code) => ({ member_code })),
          );
          const other = await platform.caller(memberCode);
          const idle = await platform.startAnother('api');
          try {
            const { port } = await idle.ready;
            const idleUrl = `http://127.0.0.1:${port}`;
            const throwing = await Promise.all(attackers.map((member) => platform.caller(member)));
            const attacked = checkOf(other, other.addresses.apiUrl);
            const control = checkOf(other, idleUrl);
            for (let warm = 0; warm < 100; warm++) await Promise.all([attacked(), control()]);
            const bodies = make();
            const ends = await Promise.all(throwing.map((caller) => throwBodies(caller, bodies, connectionsOfEach)));
            const times: number[] = [];
            const idleTimes: number[] = [];
            const slowness = watchSlowness(platform.service('api').processId);
            for (let round = 0; round < rounds; round++) {
              times.push(await attacked());
              idleTimes.push(await control());
            }
            const p99AllowedMs = p99AtMostMs * slowness() + p99(idleTimes);
            for (const statuses of await Promise.all(ends.map((end) => end()))) {
              expect(Object.keys(statuses)).toEqual(expect.arrayContaining(expected));
            }
            expect(p99(times)).toBeLessThan(p99AllowedMs);
          } finally {
            await idle.end();
          }
        },
        flowTimeoutMs,
      );
    }
  },
);

/**
 * Measures from now on how much other processes slow down a main thread. The result is the time in which the thread had
 * work, divided by the CPU time of the thread.
 */
function watchSlowness(processId: number): () => number {
  const before = mainThreadTimes(processId);
  return () => {
    const now = mainThreadTimes(processId);
    return 1 + (now.waitedMs - before.waitedMs) / (now.workedMs - before.workedMs);
  };
}

/** Calls the status check of one process of the data API, and returns its duration in milliseconds. */
function checkOf(caller: ApiCaller, apiUrl: string): () => Promise<number> {
  return async () => {
    const headers = { Authorization: `Bearer ${await caller.token()}`, 'Content-Type': 'application/json' };
    const startedAt = performance.now();
    const answer = await fetch(`${apiUrl}/ordApi/order/master/download/buy/check`, {
      method: 'POST',
      headers,
      body: '{"batch_id":"1"}',
    });
    await answer.arrayBuffer();
    return performance.now() - startedAt;
  };
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;
}
