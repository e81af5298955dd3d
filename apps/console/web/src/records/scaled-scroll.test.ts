import { describe, expect, it } from '@jest/globals';
import { greatestHeight, scaledScroll, scrollTopOf } from './scaled-scroll.js';

const view = { rowHeight: 34, viewHeight: 500 };

describe('scrolling over many rows', () => {
  it('is plain while the rows fit what browsers draw', () => {
    const place = { ...view, rows: 1_000, scrollTop: 3_400 };
    expect(scaledScroll(place)).toEqual({ height: 34_000, first: 94, count: 27, top: 94 * 34 });
  });

  it.each([1, 10, 1_000, 1_000_000, 20_000_000])('begins at the first of %s rows and ends at the last', (rows) => {
    const { height, first, top } = scaledScroll({ ...view, rows, scrollTop: 0 });
    expect([first, top]).toEqual([0, 0]);
    expect(height).toBeLessThanOrEqual(greatestHeight);
    const end = scaledScroll({ ...view, rows, scrollTop: Math.max(0, height - view.viewHeight) });
    expect(end.first + end.count).toBe(rows);
    expect(end.top + end.count * view.rowHeight).toBeCloseTo(height, 3);
  });

  it('reaches each row by its number', () => {
    const rows = 1_000_000;
    for (const row of [0, 1, 499_999, 999_000]) {
      const scrollTop = scrollTopOf(row, { ...view, rows });
      const { first, top } = scaledScroll({ ...view, rows, scrollTop });
      const placeOfRow = top + (row - first) * view.rowHeight;
      expect(Math.abs(placeOfRow - scrollTop)).toBeLessThan(1);
    }
  });

  it('draws few rows, however many there are', () => {
    const { count } = scaledScroll({ ...view, rows: 20_000_000, scrollTop: 4_000_000 });
    expect(count).toBeLessThan(40);
  });
});
