import { describe, expect, it } from '@jest/globals';
import { CallError } from '../server/call-error.js';
import { withRepeats } from './with-repeats.js';

const refused = new CallError({ code: 'not-found', message: '', requestId: '', fields: [] });

function attempts(...outcomes: readonly (Error | undefined)[]) {
  let count = 0;
  const attempt = async () => {
    const outcome = outcomes[count];
    count += 1;
    if (outcome !== undefined) throw outcome;
  };
  let breaks = 0;
  const run = (signal = new AbortController().signal) => withRepeats(attempt, () => (breaks += 1), signal, [0, 0]);
  return { run, counts: () => [count, breaks] };
}

describe('what is done again', () => {
  it('is what could not be reached, until it can be', async () => {
    const { run, counts } = attempts(CallError.unreachable(''), CallError.unreachable(''), undefined);
    await run();
    expect(counts()).toEqual([3, 2]);
  });

  it('is given up after the last try', async () => {
    const gone = CallError.unreachable('gone');
    const { run, counts } = attempts(gone, gone, gone);
    await expect(run()).rejects.toBe(gone);
    expect(counts()).toEqual([3, 2]);
  });

  it('is not what waiting cannot cure, nor what nobody wants any more', async () => {
    const { run, counts } = attempts(refused);
    await expect(run()).rejects.toBe(refused);
    expect(counts()).toEqual([1, 0]);
    const stopped = attempts(CallError.unreachable(''));
    await expect(stopped.run(AbortSignal.abort())).rejects.toBeInstanceOf(CallError);
    expect(stopped.counts()).toEqual([1, 0]);
  });
});
