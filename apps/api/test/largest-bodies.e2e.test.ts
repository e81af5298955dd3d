import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ArgumentMetadata,
  Controller,
  HttpCode,
  Injectable,
  Post,
  type Type,
  UseGuards,
  UsePipes,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { BearerTokenGuard } from '@trading-platform/auth-core/nest';
import { type JudgedBody, MasterDownloadRequest } from '@trading-platform/validation';
import { BodyOf } from '../src/http/body-of.js';
import { RequestPipe } from '../src/http/request.pipe.js';
import type { UnreadBody } from '../src/http/unread-body.js';
import { largestBodies, largestBodyBytes } from './largest-bodies.js';
import { RunningApi } from './running-api.js';

const path = '/test/upload';
const longestTurnMs = 50;
const rounds = 3;
const callers = 20;
const grownBytesAtMost = 200e6;

/** To make values of a very large body would hold up others. */
@Injectable()
class UploadPipe extends RequestPipe {
  override transform(body: UnreadBody, { metatype }: ArgumentMetadata) {
    return this.check(body, metatype as Type<object>);
  }
}

/** What an upload does with its body: it passes it on as it was read. */
@Controller()
@UseGuards(BearerTokenGuard)
@UsePipes(UploadPipe)
class UploadController {
  @Post(path)
  @HttpCode(200)
  @RouteConfig({ bodyLimitBytes: largestBodyBytes })
  take(@BodyOf(MasterDownloadRequest) body: JudgedBody) {
    return { read: body.bytes().length, digest: body.digest() };
  }
}

/** Runs in a process of its own: to make and send bodies is no work of the api's event loop. */
const throwBodies = `
  const [address, file, ...tokens] = process.argv.slice(1);
  const body = require('node:fs').readFileSync(file);
  const thrown = tokens.map(async (token) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'upload', Authorization: 'Bearer ' + token };
    // Who is refused while sending may find the line closed.
    const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => new Response(null, { status: 503 }));
    await answer.arrayBuffer();
    return answer.status;
  });
  Promise.all(thrown).then((statuses) => console.log(JSON.stringify(statuses)));`;

let api: RunningApi;
let folder: string;
let file: string;

beforeAll(async () => {
  api = await RunningApi.start({}, { controllers: [UploadController] });
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-bodies-'));
  file = join(folder, 'body.json');
});

afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The statuses of the answers to the body in the file, which callers send at the same time. */
async function throwBy(count: number): Promise<readonly number[]> {
  const signing = Array.from({ length: count }, (_, n) => api.issuer.sign({ clientId: `client-${n}` }));
  const address = `${api.base}/ordApi/order${path}`;
  const parameters = ['-e', throwBodies, address, file, ...(await Promise.all(signing))];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  return JSON.parse(stdout) as number[];
}

async function written(body: string): Promise<void> {
  expect(Buffer.byteLength(body)).toBeGreaterThan(largestBodyBytes * 0.8);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(largestBodyBytes);
  await writeFile(file, body);
}

describe('a body of 16 MiB', () => {
  it.each(largestBodies)('of $sentence does not hold the event loop', async ({ make, status }) => {
    await written(make());
    const turns: number[] = [];
    while (turns.length < rounds && !turns.some((ms) => ms < longestTurnMs)) {
      turns.push(await longestTurn(async () => expect(await throwBy(1)).toEqual([status])));
    }
    expect(Math.min(...turns)).toBeLessThan(longestTurnMs);
  });

  it('takes bounded memory, however many send one at the same time', async () => {
    await written(`["${'x'.repeat(60)}"${`,"${'x'.repeat(60)}"`.repeat(249_000)}]`);
    const before = process.memoryUsage.rss();
    let largest = before;
    const watch = setInterval(() => {
      largest = Math.max(largest, process.memoryUsage.rss());
    }, 5);
    const statuses = await throwBy(callers);
    clearInterval(watch);
    for (const status of statuses) expect([400, 503]).toContain(status);
    expect(largest - before).toBeLessThan(grownBytesAtMost);
  });
});

/** Milliseconds of processor time: what others on a busy machine take does not count. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let ended = false;
  let before = workedMs();
  const turn = () => {
    const now = workedMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  ended = true;
  return longest;
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
