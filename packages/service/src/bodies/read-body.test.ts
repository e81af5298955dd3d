import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { BodyPortion } from './body-memory.js';
import { BodyRefused } from './body-refused.js';
import { readBody } from './read-body.js';

const limitBytes = 1024 * 1024;
/** Each piece has its own buffer, as received pieces have. */
const kilobyte = () => Buffer.alloc(1_024, 'x');
const free = () => undefined;

function arriving(portion: BodyPortion, headers = {}) {
  const raw = Object.assign(new PassThrough(), { headers, complete: true });
  return { raw, body: readBody(raw as unknown as IncomingMessage, limitBytes, portion) };
}

describe('a body', () => {
  it('that does not say its size comes together from its pieces, in room that doubles', async () => {
    const grown: number[] = [];
    const { raw, body } = arriving({ grow: (bytes) => void grown.push(bytes), free });
    for (let piece = 0; piece < 100; piece++) raw.write(kilobyte());
    raw.end('end');
    expect((await body).equals(Buffer.concat([...Array<Buffer>(100).fill(kilobyte()), Buffer.from('end')]))).toBe(true);
    expect(grown).toEqual([0, 64 * 1024, 130 * 1024]);
  });

  it('that is refused flows away, and asks for no more memory', async () => {
    let asked = 0;
    const grow = (bytes: number) => {
      if (bytes === 0) return;
      asked++;
      throw new BodyRefused('no-room');
    };
    const { raw, body } = arriving({ grow, free });
    for (let piece = 0; piece < 10; piece++) raw.write(kilobyte());
    await expect(body).rejects.toMatchObject({ status: 503 });
    raw.end();
    while (!raw.readableEnded) await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(1);
  });

  it('in too many pieces is refused, and its line cut', async () => {
    const { raw, body } = arriving({ grow: () => undefined, free });
    const pieces = [...Array<string>(1_100)].map(() => new Promise((resolve) => raw.write('x', resolve)));
    await expect(body).rejects.toMatchObject({
      reason: 'too-many-pieces',
      headers: { Connection: 'close' },
    });
    await Promise.all(pieces);
  });

  it('that breaks off is refused', async () => {
    const { raw, body } = arriving({ grow: () => undefined, free }, { 'content-length': '10' });
    raw.complete = false;
    raw.write('x');
    raw.destroy();
    await expect(body).rejects.toMatchObject({ reason: 'ended-early' });
  });

  it('whose client has gone before it is read is refused', async () => {
    const raw = Object.assign(new PassThrough(), { headers: {}, complete: false });
    await new Promise((resolve) => raw.once('close', resolve).destroy());
    const body = readBody(raw as unknown as IncomingMessage, limitBytes, { grow: () => undefined, free });
    await expect(body).rejects.toMatchObject({ reason: 'ended-early' });
  });

  it('that is too large is told with its beginning', async () => {
    const { raw, body } = arriving({ grow: () => undefined, free });
    raw.end(Buffer.alloc(limitBytes + 1, 'x'));
    const refused = await body.catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: 'too-large', beginning: expect.objectContaining({ length: limitBytes }) });
  });
});
