import { beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { MasterImport, Partner, TradeImport } from '@trading-platform/domain-types';
import { inByteOrder } from '../src/member/byte-order.js';
import { linesOf } from '../src/testing/lines.js';
import { importMaster, importMembers, importSettings, importTrade } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmPartnerList } from '../src/typeorm/repositories/typeorm-partner-list.js';
import { findRelatedPair } from '../src/typeorm/sql/members/delivery-pair.js';
import type { DeepPartial } from './deep-partial.js';
import { lastOfKey, memberCodes, Random, randomMembers, randomProducts, randomSlips } from './random-market.js';
import { readPages } from './read-list.js';

interface Block {
  readonly buyer: string;
  readonly seller: string;
  readonly member_code_order_to: string;
  readonly order_block_flg: string;
}

interface Market {
  readonly database: Database;
  readonly products: readonly DeepPartial<MasterImport>[];
  readonly slips: readonly DeepPartial<TradeImport>[];
  readonly blocks: readonly Block[];
}

function productKey({ member_code, member_code_partner, buy, catalog }: DeepPartial<MasterImport>): string {
  return JSON.stringify([member_code, member_code_partner, buy?.[0]?.item_id ?? catalog?.[0]?.item_id]);
}

function slipKey({ trade_id, member_code_self }: DeepPartial<TradeImport>): string {
  return JSON.stringify([trade_id, member_code_self]);
}

/** Opens a market with so few records of each kind that some members do not trade with each other. */
async function openMarket(database: Database, seed: number): Promise<Market> {
  const random = new Random(seed);
  const products = lastOfKey(randomProducts(random, 25), productKey);
  const slips = lastOfKey(randomSlips(random, 12), slipKey);
  const code = () => random.pick(memberCodes);
  const blocks = lastOfKey(
    random.times(8, 8, () => ({
      buyer: random.pick(['', code(), code()]),
      seller: code(),
      member_code_order_to: random.pick(['', '', 'STORE1']),
      order_block_flg: random.pick(['0', '1', '1']),
    })),
    ({ buyer, seller }) => JSON.stringify([buyer, seller]),
  );
  const settings = blocks.map(({ buyer, seller, ...block }) => ({
    member_code_buyer: buyer,
    seller_list: [{ member_code_seller: seller, orderblock: [block] }],
  }));
  await importMembers(database, linesOf(randomMembers(random)));
  await importMaster(database, linesOf(products));
  await importTrade(database, linesOf(slips));
  await importSettings('orderblock')(database, linesOf(settings));
  return { database, products, slips, blocks };
}

/** Checks for each member whether a delivery date request could name it as the partner. */
async function expectedPartners({ database, products, slips, blocks }: Market, self: string): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (const partner of memberCodes.toSorted(inByteOrder)) {
    const pair = await findRelatedPair(database, self, self, partner);
    if (!('relation' in pair)) continue;
    const [buyer, seller] = pair.relation.buys === 1 ? [self, partner] : [partner, self];
    const isBlocked = blocks.some(
      (block) =>
        block.order_block_flg === '1' &&
        block.member_code_order_to === '' &&
        block.seller === seller &&
        ['', buyer].includes(block.buyer),
    );
    const [product] = products
      .filter((each) => each.member_code === self && each.member_code_partner === partner)
      .toSorted((one, other) => inByteOrder(productKey(one), productKey(other)));
    const lastSlip = slips
      .filter((slip) => slip.member_code_self === self && slip.member_code_partner === partner)
      .filter((slip) => (slip.customer_code ?? '') !== '')
      .toSorted((one, other) => inByteOrder(one.trade_id ?? '', other.trade_id ?? ''))
      .at(-1);
    partners.push({
      member_code_partner: partner,
      member_name_partner: '',
      customer_code: product?.customer_code || (lastSlip?.customer_code ?? ''),
      order_block_flg: isBlocked ? '1' : '0',
    });
  }
  return partners;
}

describeDatabases('the partner list', [orderingSchema], (open) => {
  const markets: Market[] = [];

  beforeAll(async () => {
    for (const seed of [1, 2, 3]) markets.push(await openMarket(await open(), seed));
  });

  it('has everybody whom the member may name as its partner, whatever the limit', async () => {
    const all: Partner[] = [];
    for (const market of markets) {
      for (const self of memberCodes) {
        const expected = await expectedPartners(market, self);
        all.push(...expected);
        for (const limit of ['1000', '2', '1']) {
          const pages = await readPages(new TypeOrmPartnerList(market.database), { member_code_self: self, limit });
          expect({ self, partners: pages.flat() }).toEqual({ self, partners: expected });
        }
      }
    }
    expect(new Set(all.map(({ order_block_flg }) => order_block_flg)).size).toBe(2);
    expect(all.length).toBeLessThan(markets.length * memberCodes.length ** 2);
  });

  it('is narrowed to those that are named', async () => {
    const named = ['STORE1', 'SELLER1', '𠮷', 'unknown'];
    for (const market of markets) {
      for (const self of memberCodes) {
        const expected = (await expectedPartners(market, self)).filter((each) =>
          named.includes(each.member_code_partner),
        );
        const request = { member_code_self: self, client_member_code_list: named, limit: '2' };
        expect((await readPages(new TypeOrmPartnerList(market.database), request)).flat()).toEqual(expected);
      }
    }
  });
});
