import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import type { Env } from '../../env.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { RecordLines } from './record-lines.js';

const records = ['{"seq":"1","name":"いちご"}', '{"seq":"2"}', '{"seq":"3","name":"りんご"}', '{"seq":"4"}'];
const whole = Buffer.from(records.map((record) => `${record}\n`).join(''));
const live = { session: { tokens: { accessToken: 'token' } }, language: 'en' } as LiveSession;
let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A fake data API that breaks off each answer after the given number of bytes. */
async function breaking(after: readonly number[], asked: string[] = []): Promise<RecordLines> {
  let answers = 0;
  server = createServer(({ url = '' }, answer) => {
    const from = Number(new URL(url, 'http://a').searchParams.get('seq_from') ?? 1);
    const body = Buffer.from(
      records
        .slice(from - 1)
        .map((record) => `${record}\n`)
        .join(''),
    );
    const length = after[answers++];
    asked.push(url);
    answer.writeHead(200, { 'content-length': body.length });
    if (length === undefined) answer.end(body);
    else answer.write(body.subarray(0, length), () => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new RecordLines({ apiUrl, apiPrefix: '/api' } as Env);
}

it.each([
  ['within a record and a letter', [20]],
  ['at the end of a record', [whole.indexOf('\n') + 1]],
  ['again and again', [3, 20, 40]],
])('goes on where the line breaks: %s', async (_where, after) => {
  const asked: string[] = [];
  const lines = await breaking(after, asked);
  const { signal } = new AbortController();
  const first = await lines.open(live, { batchId: '41' }, { 'accept-encoding': 'identity' }, signal);
  const batch = { batchId: '41', recordCount: records.length };
  expect(await buffer(lines.all(live, batch, first, signal))).toEqual(whole);
  expect(asked).toHaveLength(after.length + 1);
});

it.each([records.length - 1, records.length + 1])(
  'never takes all records for another number of them: %i',
  async (count) => {
    const lines = await breaking([]);
    const { signal } = new AbortController();
    const first = await lines.open(live, { batchId: '41' }, { 'accept-encoding': 'identity' }, signal);
    const all = lines.all(live, { batchId: '41', recordCount: count }, first, signal);
    await expect(buffer(all)).rejects.toThrow(`The data API has sent 4 of ${count} records`);
  },
);
