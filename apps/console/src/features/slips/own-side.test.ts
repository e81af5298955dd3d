import { describe, expect, it } from '@jest/globals';
import type { SlipChange } from '@trading-platform/domain-types';
import { ownSide } from './own-side.js';

const change = (side: string, member_code: string): SlipChange => ({
  version: '2',
  at: '2026-11-20 10:00:00',
  action: 'ship',
  by: { kind: 'user', side, member_code },
  changed: [],
});
const sideOf = (status_code: string, actions: readonly string[], ...changes: SlipChange[]) =>
  ownSide({ status_code, actions }, changes);

describe('the side of a view', () => {
  it.each([
    ['an order that the seller may confirm', '40', ['cancel', 'confirm', 'ship'], 'seller'],
    ['an order that the buyer may change', '40', ['change', 'cancel'], 'buyer'],
    ['an order for another day, which the buyer may only cancel', '40', ['cancel'], 'buyer'],
    ['a shipment that the buyer may receive', '60', ['request_correction', 'receive'], 'buyer'],
    ['a shipment that the seller may cancel', '60', ['cancel_shipment'], 'seller'],
  ])('follows from the possible actions: %s', (_what, status, actions, side) => {
    expect(sideOf(status, actions)).toBe(side);
  });

  it('follows from the history, in which a change names only members of the own side', () => {
    const byOperator = { ...change('', ''), by: { kind: 'import', side: '', member_code: '' } };
    expect(sideOf('80', [], byOperator, change('buyer', ''))).toBe('seller');
    expect(sideOf('80', [], change('buyer', '10010001'))).toBe('buyer');
    expect(sideOf('90', [], byOperator)).toBeUndefined();
  });
});
