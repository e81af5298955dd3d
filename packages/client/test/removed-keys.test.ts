import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PlatformClient, RemovedKey } from '../src/index.js';
import { FakePlatform, refusal, send } from '../src/testing/index.js';
import { clientOf } from './a-client.js';

const keyOf = (index: number) => ({ trade_id: `T${index}`, member_code_self: '10000001' });
const keys = Array.from({ length: 5_000 }, (_, index) => keyOf(index));
const ndjson = `${keys.map((key) => JSON.stringify(key)).join('\n')}\n`;
const isRemoved = ({ path, headers }: { path: string; headers: IncomingHttpHeaders }) =>
  path.endsWith('/batches/9/removed') && headers.accept?.includes('ndjson') === true;

let platform: FakePlatform;
let client: PlatformClient;

beforeEach(async () => {
  platform = new FakePlatform();
  client = clientOf(await platform.start());
});

afterEach(() => platform.stop());

/** Answers the next call for removed keys. */
function onRemoved(answer: (response: ServerResponse) => void): void {
  platform.disturbances.push((call, response) => {
    if (!isRemoved(call)) return false;
    answer(response);
    return true;
  });
}

describe('removed keys', () => {
  it.each([
    ['within a line', 30_010],
    ['at the end of a line', ndjson.indexOf('\n', 30_000) + 1],
    ['before the first line', 3],
  ])('come once each, even if the connection breaks %s', async (_where, at) => {
    onRemoved((response) => {
      response.writeHead(200, { 'content-length': String(Buffer.byteLength(ndjson)) });
      response.write(ndjson.slice(0, at), () => setTimeout(() => response.destroy(), 20));
    });
    onRemoved((response) => void response.writeHead(503).end('{}'));
    onRemoved((response) => void response.end(ndjson));
    expect(await client.batches.removed('9').toArray()).toEqual(keys);
    expect(platform.callsTo('/batches/9/removed')).toHaveLength(3);
  });

  it('are read as they arrive, and no further than the reader wants', async () => {
    const closed = Promise.withResolvers<undefined>();
    onRemoved((response) => {
      response.once('close', () => closed.resolve(undefined));
      response.write(ndjson);
    });
    const found: RemovedKey[] = [];
    for await (const key of client.batches.removed('9')) {
      found.push(key);
      if (found.length === 100) break;
    }
    expect(found).toEqual(keys.slice(0, 100));
    await closed.promise;
  });

  it.each([
    ['a line without end', 'x'.repeat(200_000), 'A line is too long'],
    ['a long line', `"${'x'.repeat(70_000)}"\n`, 'A line is too long'],
    ['another answer', '<html>\n</html>\n', 'A line is no JSON'],
  ])('refuse %s', async (_what, text, reason) => {
    onRemoved((response) => void response.end(text));
    const refused = client.batches.removed('9').toArray();
    await expect(refused).rejects.toMatchObject({ code: 'answer-unexpected', reason });
  });

  it('are refused to a caller that may not see them', async () => {
    onRemoved((response) => send(response, 404, refusal('E000009', 'batch_id', 'There is no such batch.')));
    const refused = client.batches.removed('9').toArray();
    await expect(refused).rejects.toMatchObject({ code: 'request-refused', errorCode: 'E000009' });
  });
});
