import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { lineWriter } from '../line-writer.mjs';

const megabyte = 1_048_576;

function openStream() {
  const stream = new PassThrough();
  return { stream, write: lineWriter(stream as unknown as NodeJS.WriteStream) };
}

it('lineWriter keeps little for a reader that takes nothing, and says what is missing when it is back', async () => {
  const { stream, write } = openStream();
  for (let n = 0; n < 5_000; n++) write(`${n} ${'x'.repeat(994)}`);
  expect(stream.writableLength).toBeLessThan(1.1 * megabyte);
  const read = text(stream);
  while (stream.writableLength > 0) await new Promise(setImmediate);
  write('here again');
  stream.end();
  const lines = (await read).trimEnd().split('\n');
  const last = Number.parseInt(lines.at(-3) ?? '', 10);
  expect(lines.slice(-2)).toEqual([`… ${4_999 - last} lines are missing here: nothing took them.`, 'here again']);
  expect(lines).toHaveLength(last + 3);
});

it('lineWriter goes on when the reader is gone', async () => {
  const { stream, write } = openStream();
  write('first');
  stream.destroy(new Error('EPIPE'));
  await new Promise(setImmediate);
  expect(() => write('second')).not.toThrow();
});
