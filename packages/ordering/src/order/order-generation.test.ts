import { beforeEach, describe, expect, it } from '@jest/globals';
import { slipStatus } from '@trading-platform/domain-types';
import { aLine, block, settingsOf } from '../../test/delivery-builders.js';
import { OrderGeneration } from './order-generation.js';
import { OrderStore, type SlipToSend, type StoredOrder } from './order-store.js';
import { PlannedOrderSource, type PlannedPair } from './planned-order-source.js';

const caller = '10000001';
const blockedSeller = '20000009';

/** A store of slips in memory. */
class StoredSlips extends OrderStore {
  readonly slips = new Map<string, StoredOrder>();

  add(tradeId: string, given: Partial<StoredOrder> = {}): void {
    this.slips.set(tradeId, {
      tradeId,
      statusCode: slipStatus.planned,
      version: 1,
      sentFrom: undefined,
      member_code_self: caller,
      member_code_partner: '20000001',
      hope_delivery_date: '2026-11-20',
      catalogIds: ['C1'],
      trade_total: '105',
      ...given,
    });
  }

  async findOrders(_caller: string, tradeIds: readonly string[]) {
    return new Map([...this.slips].filter(([tradeId]) => tradeIds.includes(tradeId)));
  }

  async send(slips: readonly SlipToSend[]) {
    return { versions: new Map(slips.map(({ tradeId, version }) => [tradeId, version + 1])) };
  }

  findUploadNos(): never {
    throw new Error('No generation asks for it');
  }

  take(): never {
    throw new Error('No generation asks for it');
  }
}

/** A source in which one seller has blocked all orders. */
class OneBlockedSeller extends PlannedOrderSource {
  asked: readonly PlannedPair[] = [];

  async readPairs(pairs: readonly PlannedPair[]) {
    this.asked = pairs;
    return pairs.map(({ seller }) => ({
      settings: settingsOf(seller === blockedSeller ? { blocks: [block()] } : {}),
      linesOf: (catalogId: string) => [aLine({ catalogId })],
    }));
  }
}

describe('order generation', () => {
  let store: StoredSlips;
  let source: OneBlockedSeller;
  beforeEach(() => {
    store = new StoredSlips();
    source = new OneBlockedSeller();
  });

  const generate = () =>
    new OrderGeneration({ store, source, now: () => new Date('2026-11-18T10:00:00+09:00') }).generate(
      { trade_id_list: [...store.slips.keys()] },
      caller,
    );

  it('judges anew what is planned, and nothing else', async () => {
    store.add('planned');
    store.add('sent', { statusCode: slipStatus.ordered, member_code_partner: blockedSeller, version: 4 });
    expect(await generate()).toEqual({
      orders: [
        { trade_id: 'planned', version: '2' },
        { trade_id: 'sent', version: '4' },
      ],
    });
    expect(source.asked).toEqual([{ buyer: caller, seller: '20000001', catalogIds: ['C1'] }]);
  });

  it('sends nothing where one pair is blocked today', async () => {
    store.add('planned');
    store.add('blocked', { member_code_partner: blockedSeller });
    const generated = await generate();
    expect('errors' in generated && generated.errors.map(({ error_item }) => error_item)).toEqual(['trade_id_list[1]']);
  });

  it.each(['1000000000000', '1,234', '１２３', '¥500', '▲500'])('sends nothing where a total is %s', async (total) => {
    store.add('planned', { trade_total: '999999999999' });
    store.add('loaded without amounts', { trade_total: '' });
    store.add('too much', { trade_total: total });
    expect(await generate()).toEqual({
      errors: [
        {
          error_item: 'trade_id_list[2]',
          error_code: 'E000018',
          error_detail:
            'The total of the slip is no decimal of at most 12 digits before the point: order anew, and less.',
        },
      ],
    });
  });

  it('gives others a turn after each pair, and after each 25 orders', async () => {
    for (let pair = 0; pair < 3; pair++) {
      for (let n = 0; n < 50; n++) store.add(`${pair}-${n}`, { member_code_partner: `2000000${pair}` });
    }
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await generate();
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(3 + 150 / 25);
    expect(turns).toBeLessThan(20);
  });
});
