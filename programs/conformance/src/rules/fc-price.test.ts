import { describe, expect, it } from '@jest/globals';
import { fcPriceScenarios } from '../market/fc-prices.js';
import { member } from '../market/members.js';
import { fcPriceOf, roundedDown } from './fc-price.js';

const rules = fcPriceScenarios.flatMap((scenario) => scenario.rules);
const asks = fcPriceScenarios.flatMap((scenario) => scenario.asks.map((ask) => ({ says: scenario.says, ask })));

describe('fcPriceOf', () => {
  it.each(asks)('$says ($ask.line, $ask.orderSendDate)', ({ ask }) => {
    const question = {
      store: member[ask.store ?? 'store'],
      catalogId: ask.line,
      category: ask.line === 'CK-FS1' ? '33' : '31',
      price: ask.price ?? '1000',
      orderSendDate: ask.orderSendDate,
      deliveryDate: ask.deliveryDate ?? ask.orderSendDate,
    };
    expect(fcPriceOf(question, rules)).toBe(BigInt(ask.gives));
  });
});

describe('roundedDown', () => {
  it.each([
    ['0', 0n],
    ['0.9999', 0n],
    ['12.5', 12n],
    ['999999999999.9999', 999_999_999_999n],
  ])('of %s is %s', (price, wanted) => {
    expect(roundedDown(price)).toBe(wanted);
  });
});
