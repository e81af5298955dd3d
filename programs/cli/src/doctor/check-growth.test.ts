import { describe, expect, it } from '@jest/globals';
import { judgeGrowth } from './check-growth.js';

const day = 86_400_000;
const now = Date.parse('2026-11-27T00:00:00Z');
const disk = { name: '/data', free: 100e9, all: 400e9 };

/** Judges a database of 50 GB that had a given size some days ago. */
function judged(bytes: number, days: number, disks = new Map([['ordering', disk]])) {
  const sizes = { at: new Date(now).toISOString(), bytes: { ordering: 50e9 } };
  const earlier = { at: new Date(now - days * day).toISOString(), bytes: { ordering: bytes } };
  return judgeGrowth({ sizes, disks }, earlier).find(({ check }) => check === 'growth');
}

describe('the growth of a database', () => {
  it.each([
    ['that needs more than three months', 40e9, 10, 'good', 'grows by 1.0 GB a day'],
    ['that needs less', 30e9, 10, 'warning', 'grows by 2.0 GB a day, so the disk of /data is full in 50 days'],
    [
      'that needs less than two weeks',
      40e9,
      1,
      'bad',
      'grows by 10.0 GB a day, so the disk of /data is full in 10 days',
    ],
    ['that shrinks', 60e9, 10, 'good', 'grows by 0.0 GB a day'],
    ['that was measured just now', 50e9, 0.01, 'skipped', 'less than an hour old'],
  ])('%s', (_growth, bytes, days, state, found) => {
    expect(judged(bytes, days)).toMatchObject({ state, found: expect.stringContaining(found) });
  });

  it('is told without a judgement if the disk is on another machine', () => {
    expect(judged(10e9, 1, new Map())).toMatchObject({
      state: 'good',
      found: expect.stringContaining('40.0 GB a day'),
    });
  });

  it('needs an earlier run, while the room on the disk is judged at once', () => {
    const full = new Map([['ordering', { ...disk, free: 30e9 }]]);
    const sizes = { at: new Date(now).toISOString(), bytes: { ordering: 50e9 } };
    const findings = judgeGrowth({ sizes, disks: full }, undefined);
    expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual([
      'size good',
      'disk bad',
      'growth skipped',
    ]);
  });
});
