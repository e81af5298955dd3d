import { describe, expect, it } from '@jest/globals';
import { slipStatus } from '@trading-platform/domain-types';
import { aLine, block, settingsOf, weekly } from '../../test/delivery-builders.js';
import { sentAt } from '../../test/order-builders.js';
import {
  type GenerableSlip,
  type GenerationPlace,
  type GenerationStep,
  generationStep,
  judgeGeneration,
} from './generate-orders.js';
import { plannedOrderJudge } from './planned-order.js';
import { isCurrentVersion } from './slip-version.js';

function aSlip(given: Partial<GenerableSlip> = {}): GenerableSlip {
  return { tradeId: 't1', statusCode: '10', version: 3, sentFrom: undefined, refusal: undefined, ...given };
}

function place(slip: GenerableSlip | undefined, version?: number): GenerationPlace {
  return { tradeId: slip?.tradeId ?? 'x', version, slip };
}

const sent = aSlip({ statusCode: '40', version: 4, sentFrom: 3 });
const changedSince = aSlip({ statusCode: '40', version: 6, sentFrom: 3 });
const uploadedAsSent = aSlip({ statusCode: '40', version: 1 });

describe('order generation', () => {
  it.each<[string, GenerableSlip | undefined, number | undefined, GenerationStep]>([
    ['a planned slip', aSlip(), undefined, 'send'],
    ['a planned slip of the named version', aSlip(), 3, 'send'],
    ['a planned slip that has changed', aSlip(), 2, 'conflict'],
    ['a planned slip of a version to come', aSlip(), 4, 'conflict'],
    ['a sent slip', sent, undefined, 'leave'],
    ['a sent slip of the version that it was sent from', sent, 3, 'leave'],
    ['a sent slip of its own version', sent, 4, 'leave'],
    ['a sent slip of an older version', sent, 2, 'conflict'],
    ['a sent slip of a version to come', sent, 5, 'conflict'],
    ['a slip that was changed when sent, of the version that it was sent from', changedSince, 3, 'leave'],
    ['a slip that was changed when sent, of its own version', changedSince, 6, 'leave'],
    ['a slip that was changed when sent, of a version between', changedSince, 4, 'conflict'],
    ['a slip that was never planned', uploadedAsSent, undefined, 'leave'],
    ['a slip that was never planned, of its own version', uploadedAsSent, 1, 'leave'],
    ['an unknown slip', undefined, undefined, 'unknown'],
    ['an unknown slip of a version', undefined, 1, 'unknown'],
    ['a planned slip of a blocked pair', aSlip({ refusal: 'order-blocked' }), 3, 'order-blocked'],
    ['a planned slip for an impossible day', aSlip({ refusal: 'wish-not-possible' }), undefined, 'wish-not-possible'],
    ['a changed slip of a blocked pair', aSlip({ refusal: 'order-blocked' }), 2, 'conflict'],
    ['a sent slip of a pair that is blocked now', { ...sent, refusal: 'order-blocked' }, 3, 'leave'],
  ])('of %s, version %s', (_what, slip, version, step) => {
    expect(generationStep(place(slip, version))).toBe(step);
  });

  const others = Object.values(slipStatus).filter((status) => status !== '10' && status !== '40');

  it.each(others.flatMap((status) => [undefined, 3].map((version) => [status, version] as const)))(
    'of a slip in status %s is a conflict, version %s',
    (statusCode, version) => {
      expect(generationStep(place(aSlip({ statusCode }), version))).toBe('conflict');
    },
  );

  it('sends each planned slip once and leaves what is sent', () => {
    const other = aSlip({ tradeId: 't2', version: 1 });
    expect(judgeGeneration([place(aSlip(), 3), place(sent), place(other), place(aSlip())])).toEqual({
      send: [aSlip(), other],
    });
    expect(judgeGeneration([place(sent)])).toEqual({ send: [] });
  });

  it('sends none if one cannot be sent, and names each place', () => {
    const places = [
      place(aSlip(), 3),
      place(undefined),
      place(aSlip({ refusal: 'order-blocked' })),
      place(aSlip({ refusal: 'wish-not-possible' })),
      place(aSlip(), 1),
    ];
    const generation = judgeGeneration(places);
    expect('errors' in generation && generation.errors.map((one) => `${one.error_item} ${one.error_code}`)).toEqual([
      'trade_id_list[1] E000020',
      'trade_id_list[2] E000014',
      'trade_id_list[3] E000017',
      'trade_id_list[4] E000013',
    ]);
  });
});

describe('a planned order that is to be sent', () => {
  const planned = { hopeDeliveryDate: '2026-11-20', products: [[aLine()], [aLine({ leadTime: 2 })]] };
  const blockedTo = settingsOf({ blocks: [block({ member_code_order_to: 'D' })] });

  it.each([
    ['possible', planned, settingsOf({}), undefined],
    ['blocked', planned, settingsOf({ blocks: [block()] }), 'order-blocked'],
    [
      'blocked for one product',
      { ...planned, products: [[aLine()], [aLine({ memberCodeOrderTo: 'D' })]] },
      blockedTo,
      'order-blocked',
    ],
    ['not blocked for other products', planned, blockedTo, undefined],
    [
      'too early for one product',
      { ...planned, products: [[aLine()], [aLine({ leadTime: 3 })]] },
      settingsOf({}),
      'wish-not-possible',
    ],
    ['on a non-trading day', planned, settingsOf({ nonTrading: [weekly('0000010')] }), 'wish-not-possible'],
    ['without any day', planned, settingsOf({ nonTrading: [weekly('1111111')] }), 'wish-not-possible'],
    [
      'blocked before it is too early',
      planned,
      settingsOf({ blocks: [block()], nonTrading: [weekly('0000010')] }),
      'order-blocked',
    ],
    [
      'possible without products that can be ordered',
      { ...planned, products: [[], [aLine({ itemDeletedCode: '1' })]] },
      settingsOf({}),
      undefined,
    ],
    [
      'blocked without products that can be ordered',
      { ...planned, products: [[]] },
      settingsOf({ blocks: [block()] }),
      'order-blocked',
    ],
  ] as const)('is %s', (_what, order, settings, refusal) => {
    expect(plannedOrderJudge(settings, sentAt)(order)).toBe(refusal);
  });
});

describe('the version of an import line', () => {
  it.each<[named: number | undefined, stored: number | undefined, replaced: number | undefined, isCurrent: boolean]>([
    [undefined, undefined, undefined, true],
    [7, undefined, undefined, true],
    [undefined, 3, undefined, true],
    [3, 3, undefined, true],
    [2, 3, undefined, false],
    [4, 3, undefined, false],
    [2, 3, 2, true],
    [1, 3, 2, false],
  ])('%s, stored %s, replaced by itself %s: %s', (named, version, replaced, isCurrent) => {
    expect(isCurrentVersion(named, { version, replaced })).toBe(isCurrent);
  });
});
