import { describe, expect, it } from '@jest/globals';
import type { DeliveryStep } from '../../../wire/index.js';
import { calendarOf, shownDays } from './calendar.js';

function aStep(rule: string, from: string, to: string, notCounted: DeliveryStep['notCounted'] = []): DeliveryStep {
  return { rule, from, to, notCounted, text: { en: '', ja: '' } };
}

const steps = [
  aStep('order-master-line', '', ''),
  aStep('sent', '', '2026-11-20'),
  aStep('closing-time', '2026-11-20', '2026-11-21'),
  aStep('no-reception-non-counting', '2026-11-21', '2026-11-22'),
  aStep('reception-day', '2026-11-22', '2026-11-22'),
  aStep('lead-time', '2026-11-22', '2026-11-26', [{ first: '2026-11-23', last: '2026-11-24' }]),
  aStep('non-trading-day', '2026-11-26', '2026-11-27'),
  aStep('shortest', '', '2026-11-27'),
];

describe('the calendar of a delivery', () => {
  it('says what happens on each day', () => {
    expect(calendarOf(steps, '2026-11-26', false).map(({ day, kinds }) => [day.slice(5), ...kinds])).toEqual([
      ['11-20', 'sent', 'closed'],
      ['11-21', 'not-counted'],
      ['11-22', 'received'],
      ['11-23', 'not-counted'],
      ['11-24', 'not-counted'],
      ['11-25', 'counted'],
      ['11-26', 'counted', 'not-traded', 'wish-impossible'],
      ['11-27', 'shortest'],
      ['11-28'],
      ['11-29'],
    ]);
  });

  it('is empty where no step names a day', () => {
    expect(calendarOf([aStep('not-orderable', '', '')], '', false)).toEqual([]);
  });

  it('stays short, however far the delivery is', () => {
    const far = [
      aStep('sent', '', '2026-01-01'),
      aStep('lead-time', '2026-01-01', '2026-12-01'),
      aStep('shortest', '', '2026-12-01'),
    ];
    expect(calendarOf(far, '', true)).toHaveLength(shownDays);
  });
});
