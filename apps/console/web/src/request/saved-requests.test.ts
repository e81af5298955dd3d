import { describe, expect, it } from '@jest/globals';
import type { FieldDescription } from '../../../wire/index.js';
import { hasDays, readSaved, restore, type SavedRequest, savedAtMost, writeSaved } from './saved-requests.js';

const field = (name: string, kind?: 'date' | 'date-time'): FieldDescription => ({
  name,
  label: { en: name, ja: name },
  type: 'string',
  isRequired: false,
  isOpen: false,
  ...(kind === undefined ? {} : { kind }),
});
const fields = [field('from', 'date'), field('at', 'date-time'), field('code')];
const monday: SavedRequest = {
  id: '1',
  name: 'Monday',
  download: 'trade',
  criteria: { from: '2026-02-23', at: '2026-02-28 09:00:00', code: '2026-02-28', former: ['1'] },
  movesFrom: '2026-02-28',
};

describe('a kept request', () => {
  it('is read as it was written', () => {
    expect(readSaved(writeSaved([monday]) ?? '')).toEqual([monday]);
  });

  it('keeps its dates relative to today, and names the filters that no longer exist', () => {
    expect(restore(monday, fields, '2026-03-02')).toEqual({
      draft: { from: '2026-02-25', at: '2026-03-02 09:00:00', code: '2026-02-28' },
      unknown: ['former'],
    });
  });

  it('keeps its dates unchanged if they are not relative to today', () => {
    const { movesFrom: _, ...still } = monday;
    expect(restore(still, fields, '2026-03-02').draft).toMatchObject({ from: '2026-02-23' });
  });

  it('has dates only if one is filled in', () => {
    expect([hasDays(fields, monday.criteria), hasDays(fields, { code: '2026-02-28' })]).toEqual([true, false]);
  });

  it.each([null, '', '{', '{}', '[1, null]', '[{"id":"1"}]', JSON.stringify([{ ...monday, criteria: { a: 1 } }])])(
    'is not %s',
    (text) => {
      expect(readSaved(text)).toEqual([]);
    },
  );

  it('is not kept beyond the bounds', () => {
    const many = Array.from({ length: savedAtMost + 1 }, () => monday);
    expect(writeSaved(many.slice(1))).toBeDefined();
    expect([writeSaved(many), writeSaved([{ ...monday, criteria: { code: 'x'.repeat(600_000) } }])]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
