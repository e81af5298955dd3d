import { describe, expect, it } from '@jest/globals';
import { type BatchPreferences, readBatchPreferences } from './batch-preferences.js';

describe('readBatchPreferences', () => {
  it.each<[string | readonly string[] | undefined, BatchPreferences]>([
    [undefined, {}],
    ['delivery=acknowledged', {}],
    ['wait=10', { waitSeconds: 10 }],
    ['wait=0', { waitSeconds: 0 }],
    ['wait=30', { waitSeconds: 30 }],
    ['wait=31', { waitSeconds: 30 }],
    [`wait=${'9'.repeat(400)}`, { waitSeconds: 30 }],
    ['WAIT="7"', { waitSeconds: 7 }],
    [['respond-async', 'foo; bar=1, wait=5'], { waitSeconds: 5 }],
    ['wait=5, wait=9', { waitSeconds: 5 }],
    ['reuse=60, wait=10', { waitSeconds: 10, reuseSeconds: 60 }],
    [['wait=10', 'Reuse="1"'], { waitSeconds: 10, reuseSeconds: 1 }],
    [`reuse=${'9'.repeat(400)}`, { reuseSeconds: 2 ** 31 }],
    ['reuse=0', {}],
    ['reuse=x', {}],
    ['reuse', {}],
    ['wait', {}],
    ['wait=""', {}],
    ['wait=-1', {}],
    ['wait=1.5', {}],
    ['wait=1e1', {}],
    ['wait=٣', {}],
  ])('reads %j', (header, expected) => {
    expect(readBatchPreferences(header)).toEqual(expected);
  });
});
