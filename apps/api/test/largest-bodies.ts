import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, HttpCode, Post, UseGuards, UsePipes } from '@nestjs/common';
import { BearerTokenGuard } from '@trading-platform/auth-core/nest';
import { downloadRequest, type JudgedBody } from '@trading-platform/validation';
import {
  type LargestBody,
  largestBodies,
  largestBodyBytes,
  largestUploads,
} from '@trading-platform/validation/testing';
import { BodyOf } from '../src/http/body-of.js';
import { LargeBody } from '../src/http/large-body.js';
import { RequestPipe } from '../src/http/request.pipe.js';
import { RunningApi } from './running-api.js';

const path = '/test/upload';
const uploadPath = '/order/upload/request';
/** The processor time of `referenceWork` on the idle machine that docs/benchmarks.md describes. */
const quietReferenceMs = 60;
const rounds = 5;
/** The bodies of this many callers can all be read at the same time. */
const fewCallers = 3;
const callers = 20;

/** A controller that reads a body in the same way as an upload, but with other fields. */
@Controller()
@UseGuards(BearerTokenGuard)
@UsePipes(RequestPipe)
class UploadController {
  @Post(path)
  @HttpCode(200)
  @LargeBody(largestBodyBytes)
  take(@BodyOf(downloadRequest('master')) body: JudgedBody) {
    return { read: body.bytes().length, digest: body.digest() };
  }
}

/**
 * The bodies are made and sent in a separate process, so that this work does not use the event loop of the API. The process is
 * started before the measurement, because starting a process from a large process takes a hundred milliseconds.
 */
const throwBodies = `
  process.on('message', async ({ address, file, tokens }) => {
    const body = require('node:fs').readFileSync(file);
    const thrown = tokens.map(async (token) => {
      const key = require('node:crypto').randomUUID();
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, Authorization: 'Bearer ' + token };
      // If the server refuses a call while the body is being sent, the connection may already be closed.
      const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => new Response(null, { status: 503 }));
      await answer.arrayBuffer();
      return answer.status;
    });
    process.send(await Promise.all(thrown));
  });`;

let api: RunningApi;
let thrower: ChildProcess;
let folder: string;
let file: string;

beforeAll(async () => {
  api = await RunningApi.start({}, { controllers: [UploadController] });
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-bodies-'));
  file = join(folder, 'body.json');
  thrower = spawn(process.execPath, ['-e', throwBodies], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
});

afterAll(async () => {
  thrower.kill();
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Lets several callers send the body in the file at the same time, and returns the statuses of all answers. */
async function throwBy(count: number, to = path): Promise<readonly number[]> {
  const signing = Array.from({ length: count }, (_, n) => api.issuer.sign({ clientId: `client-${n}` }));
  thrower.send({ address: `${api.base}/ordApi/order${to}`, file, tokens: await Promise.all(signing) });
  const [statuses] = (await once(thrower, 'message')) as [number[]];
  return statuses;
}

/** Sends the body again as long as the answer is 503, which means that a very busy machine did not judge it in time. */
async function untilJudged(to: string): Promise<number | undefined> {
  const [status] = await throwBy(1, to);
  return status === 503 ? untilJudged(to) : status;
}

async function written(body: string): Promise<void> {
  expect(Buffer.byteLength(body)).toBeGreaterThan(largestBodyBytes * 0.8);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(largestBodyBytes);
  await writeFile(file, body);
}

/**
 * @param longestTurnMs The maximum duration of a turn of the event loop on an idle machine. On a busy machine, the maximum is
 * greater by the factor by which `referenceWork` takes longer.
 * @param sentences The bodies to send. Default: all.
 */
export function describeShortTurns(longestTurnMs: number, sentences?: readonly string[]): void {
  const some = <Body extends LargestBody>(all: readonly Body[]) =>
    all.filter(({ sentence }) => sentences?.includes(sentence) ?? true);
  describe('a body of 16 MiB', () => {
    it.each(some(largestBodies))('of $sentence does not block the event loop', async ({ make, status }) => {
      await written(make());
      await expectShortTurns(longestTurnMs, async () => expect(await untilJudged(path)).toBe(status));
    });

    it.each(some(largestUploads))(
      'of an upload with $sentence does not block the event loop',
      async ({ make, status }) => {
        await written(make());
        await expectShortTurns(longestTurnMs, async () => expect(await untilJudged(uploadPath)).toBe(status));
      },
    );
  });
}

/** Judges the memory of this process, which also depends on its garbage collection. */
export function describeBoundedMemory(): void {
  describe('a body of 16 MiB', () => {
    it.each([
      ['that is refused', () => `["${'x'.repeat(60)}"${`,"${'x'.repeat(60)}"`.repeat(249_000)}]`, path, [400, 503]],
      ['that is stored', () => largestUploads[0].make(), uploadPath, [200, 503]],
    ])('%s uses limited memory, even if many callers send one at the same time', async (_what, make, to, expected) => {
      await written(make());
      const ofFew = await largestResidentBytes(async () => {
        for (let time = 0; time < 3; time++) expectAll(expected, await throwBy(fewCallers, to));
      });
      const ofMany = await largestResidentBytes(async () => expectAll(expected, await throwBy(callers, to)));
      expect(ofMany - ofFew).toBeLessThan((callers - fewCallers) * largestBodyBytes * 0.5);
    });
  });
}

function expectAll(expected: readonly number[], statuses: readonly number[]): void {
  for (const status of statuses) expect(expected).toContain(status);
}

async function largestResidentBytes(work: () => Promise<void>): Promise<number> {
  let largest = 0;
  const watch = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage.rss());
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return largest;
}

/**
 * Repeats the same work several times, and expects that at least one round has only short turns of the event loop. Other programs
 * on the machine can make single rounds longer.
 */
async function expectShortTurns(longestTurnMs: number, work: () => Promise<void>): Promise<void> {
  const turns: number[] = [];
  while (turns.length < rounds && !turns.some((ms) => ms < longestTurnMs)) {
    const slowness = Math.max(1, referenceWork() / quietReferenceMs);
    turns.push((await longestTurn(work)) / slowness);
  }
  expect(Math.min(...turns)).toBeLessThan(longestTurnMs);
}

const referenceText = JSON.stringify(Array.from({ length: 120_000 }, (_, n) => ({ c: String(n), y: 'x'.repeat(20) })));
const referenceBytes = 32 * 1024 * 1024;

/** Measures the processor time, in milliseconds, that this machine now needs to read JSON and to fill and copy memory. */
function referenceWork(): number {
  const before = workedMs();
  JSON.parse(referenceText);
  Buffer.from(Buffer.alloc(referenceBytes, 1));
  return workedMs() - before;
}

/**
 * Measures the longest turn of the event loop in milliseconds of processor time, so that the time of other programs on a busy
 * machine does not count.
 */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let ended = false;
  let before = workedMs();
  const turn = () => {
    const now = workedMs();
    longest = Math.max(longest, now - before);
    before = now;
    // The next turn does not follow immediately, because the thread would then never rest.
    if (!ended) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  try {
    await work();
  } finally {
    ended = true;
  }
  return longest;
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
