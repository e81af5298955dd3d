import { describe, expect, it } from '@jest/globals';
import { ClaimSpread } from './claim-spread.js';

function spreadAtItsEnd(): ClaimSpread {
  return new ClaimSpread({ fraction: () => 1 });
}

describe('spread of claims', () => {
  it('keeps a worker that is alone from no look', () => {
    const spread = spreadAtItsEnd();
    spread.narrow();
    expect(spread.delayMs()).toBe(0);
  });

  it('doubles with each claim in vain, up to 16 ms after a half of it', () => {
    const spread = spreadAtItsEnd();
    const delays = Array.from({ length: 5 }, () => {
      spread.widen();
      return spread.delayMs();
    });
    expect(delays).toEqual([3, 6, 12, 24, 24]);
  });

  it('takes a tenth away with each batch, and ends below 2 ms', () => {
    const spread = spreadAtItsEnd();
    spread.widen();
    spread.widen();
    const delays = Array.from({ length: 7 }, () => {
      spread.narrow();
      return spread.delayMs();
    });
    expect(delays[0]).toBeCloseTo(1.5 * 3.6);
    expect(delays[5]).toBeCloseTo(1.5 * 2.126, 3);
    expect(delays[6]).toBe(0);
  });

  it('waits for a half, and for a part that chance tells', () => {
    const spread = new ClaimSpread({ fraction: () => 0.25 });
    spread.widen();
    expect(spread.delayMs()).toBe(1.5);
  });
});
