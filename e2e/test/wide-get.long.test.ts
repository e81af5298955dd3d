import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, createGunzip } from 'node:zlib';
import { beforeAll, expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';
import { serviceGauges } from '../src/service-gauges.js';

const member = '10000001';
const path = '/master/download/buy';
/** The minimum size of a product in the answer, in bytes. Most fields are empty, and one field cannot be compressed. */
const recordBytes = 5_000;
const noiseBytes = 1_200;
/**
 * The memory that an answer of any length may use, in bytes. The memory covers cached segments, pieces that are being
 * sent, and garbage that V8 has not collected yet.
 */
const memoryPerAnswer = 64 * 1024 * 1024;
const flowTimeoutMs = 600_000;

const recordCount = 200_000;

describePlatform('a get of 200,000 records', { database: 'sqlite' }, (flow, platform) => {
  let caller: ApiCaller;
  let batchId: string;

  beforeAll(async () => {
    await platform().load('members', [{ member_code: member }]);
    const products = Array.from({ length: recordCount }, (_, n) => ({
      member_code: member,
      member_code_partner: member,
      buy: [{ item_id: `item-${n}`, free_txt_item1: randomBytes(noiseBytes).toString('base64') }],
    }));
    await platform().load('master', products);
    caller = await platform().caller(member);
    batchId = await caller.request(path, {});
    await caller.waitForEnd(path, batchId);
    for (const encoding of ['gzip', 'identity'] as const) await get(encoding, 2_000);
  }, flowTimeoutMs);

  for (const encoding of ['gzip', 'identity'] as const) {
    flow(
      `as ${encoding} is complete, in constant memory`,
      async (running) => {
        const before = (await serviceGauges(running.apiUrl)).residentBytes;
        const answered = get(encoding, recordCount);
        const peak = await peakUntil(answered, running);
        const { bytes, lastSeq } = await answered;
        expect(lastSeq).toBe(recordCount);
        expect(bytes).toBeGreaterThan(recordCount * recordBytes);
        expect(bytes).toBeGreaterThan(1.5 * memoryPerAnswer);
        expect(peak - before).toBeLessThan(memoryPerAnswer);
      },
      flowTimeoutMs,
    );
  }

  async function get(encoding: 'gzip' | 'identity', seqTo: number) {
    const answer = await post(`${path}/get`, { batch_id: batchId, seq_from: '1', seq_to: String(seqTo) }, encoding);
    return readMaster(answer);
  }

  async function post(call: string, body: object, encoding: string): Promise<IncomingMessage> {
    const headers = {
      Authorization: `Bearer ${await caller.token()}`,
      'Content-Type': 'application/json',
      'Accept-Encoding': encoding,
    };
    return new Promise((resolve, reject) => {
      httpRequest(`${platform().apiUrl}/ordApi/order${call}`, { method: 'POST', headers }, resolve)
        .on('error', reject)
        .end(JSON.stringify(body));
    });
  }
});

async function peakUntil(work: Promise<unknown>, platform: Platform): Promise<number> {
  const ended = work.then(
    () => true,
    () => true,
  );
  for (let peak = 0; ; ) {
    peak = Math.max(peak, (await serviceGauges(platform.apiUrl)).residentBytes);
    if (await Promise.race([ended, sleep(20, false)])) return peak;
  }
}

/** Reads an answer without storing it. The checksum of the records must equal the checksum in the header. */
async function readMaster(answer: IncomingMessage): Promise<{ readonly bytes: number; readonly lastSeq: number }> {
  const { 'content-encoding': encoding, 'content-length': length, 'x-range-crc32': crc } = answer.headers;
  let received = 0;
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  const records = new Records();
  for await (const chunk of encoding === 'gzip' ? answer.pipe(createGunzip()) : answer) records.read(chunk as Buffer);
  expect({ status: answer.statusCode, received, crc }).toEqual({
    status: 200,
    received: Number(length),
    crc: records.end(),
  });
  return records;
}

const head = '"master":[';
const tail = ']}';

/** The records in an answer, which are read piece by piece, without the text before and after them. */
class Records {
  bytes = 0;
  lastSeq = 0;
  #isInside = false;
  #unread: Buffer = Buffer.alloc(0);
  #crc = 0;

  read(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#unread, chunk]);
    const start = this.#isInside ? 0 : bytes.indexOf(head) + head.length;
    this.#isInside ||= start >= head.length;
    const end = this.#isInside ? Math.max(start, bytes.length - recordBytes) : 0;
    this.#take(bytes.subarray(start, end));
    this.#unread = bytes.subarray(end);
  }

  /** Returns the checksum of all bytes at the end. */
  end(): string {
    const last = this.#unread.toString();
    expect(last.endsWith(tail)).toBe(true);
    this.#take(this.#unread.subarray(0, -tail.length));
    return this.#crc.toString(16).padStart(8, '0');
  }

  #take(records: Buffer): void {
    this.bytes += records.length;
    this.#crc = crc32(records, this.#crc);
    const seq = /"seq":"(\d+)"(?!.*"seq")/s.exec(
      records.toString('latin1', Math.max(0, records.length - 2 * recordBytes)),
    );
    if (seq !== null) this.lastSeq = Number(seq[1]);
  }
}
