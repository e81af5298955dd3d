import type { WriteStream } from 'node:tty';
import { describe, expect, it } from '@jest/globals';
import { ProgressLine } from './progress-line.js';

function aStream(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push(text) };
  return { stream: stream as unknown as WriteStream, written };
}

const startOfLine = '\r\u001b[K';

describe('a progress line', () => {
  it('is silent if there is no terminal', () => {
    const { stream, written } = aStream(false);
    const line = new ProgressLine(stream);
    line.show(0.5, 10, 'records');
    line.clear();
    expect(written).toEqual([]);
  });

  it('shows the progress, and goes away', () => {
    const { stream, written } = aStream(true);
    const line = new ProgressLine(stream);
    line.show(0.5, 1_234, 'records');
    line.clear();
    line.clear();
    expect(written).toHaveLength(2);
    expect(written[0]?.slice(startOfLine.length)).toMatch(/^\[#{15}\.{15}\] {2}50 % {2}1,234 records, [\d,]+\/s$/);
    expect(written[1]).toBe(startOfLine);
  });

  it('shows only the number done if the total is not known', () => {
    const { stream, written } = aStream(true);
    new ProgressLine(stream).show(undefined, 7, 'records');
    expect(written[0]?.slice(startOfLine.length)).toMatch(/^7 records, [\d,]+\/s$/);
  });

  it('never takes more than one line', () => {
    const { stream, written } = aStream(true, 20);
    new ProgressLine(stream).show(1, 1_000_000, 'records');
    expect(written[0]?.slice(startOfLine.length)).toHaveLength(19);
  });

  it('does not write more often than one can read', () => {
    const { stream, written } = aStream(true);
    const line = new ProgressLine(stream);
    for (let count = 1; count <= 100; count++) line.show(count / 100, count, 'records');
    expect(written.length).toBeLessThan(10);
  });
});
