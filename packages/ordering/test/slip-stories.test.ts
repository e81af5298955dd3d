import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { slipActor } from '../src/history/slip-change.js';
import { type AskedSlip, SlipStories } from '../src/history/slip-stories.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmSlipDirectory } from '../src/typeorm/repositories/typeorm-slip-directory.js';
import { writeHistory } from '../src/typeorm/sql/history/write-history.js';
import { fillMarket, load, nth, ordersOf, ordersToTake } from './order-market.js';

const [buyer, seller, head, stranger] = ['10000001', '20000001', '10000000', '30000001'];
/** A member and its head office, which also is the head office of the seller that it buys from. */
const [house, ofHouse, sellerOfHouse] = ['40000000', '40000001', '40000002'];
const changes = 205;

describeDatabases('single slips', [orderingSchema], (open) => {
  let database: TestDatabase;
  let stories: SlipStories;
  let tradeId: string;

  beforeAll(async () => {
    database = await open(fillMarket);
    stories = new SlipStories(new TypeOrmSlipDirectory(database));
    const order = nth(await ordersToTake(database, ordersOf(['u1']), head), 0);
    const by = slipActor({ subject: 'u-1', clientId: 'erp', memberCode: head });
    const [taken] = await new TypeOrmOrderStore(database).take([{ ...order, by }]);
    tradeId = taken !== undefined && 'taken' in taken ? taken.taken.tradeId : '';
    await load(database, 'members', [
      { member_code: house },
      { member_code: ofHouse, head_office_member_code: house },
      { member_code: sellerOfHouse, head_office_member_code: house },
    ]);
    await load(database, 'trade', [
      { trade_id: 'H1', member_code_self: ofHouse, member_code_partner: sellerOfHouse, status_code: '40' },
      { trade_id: 'H1', member_code_self: sellerOfHouse, member_code_partner: ofHouse, status_code: '40' },
      { trade_id: 'L1', member_code_self: buyer, member_code_partner: seller, status_code: '40' },
    ]);
    await database.transaction((transaction) =>
      writeHistory(
        transaction,
        Array.from({ length: changes - 1 }, (_, n) => ({
          tradeId: 'L1',
          version: n + 2,
          at: n,
          action: n % 2 === 0 ? ('confirm' as const) : ('change' as const),
          by: slipActor({ clientId: 'robot', memberCode: n % 2 === 0 ? seller : buyer }),
          side: n % 2 === 0 ? ('seller' as const) : ('buyer' as const),
          memberCodeSelf: n % 2 === 0 ? seller : buyer,
          changed: [{ memberCodeSelf: buyer, header: ['perusal_flg'], lines: [] }],
        })),
      ),
    );
  });

  async function viewOf(asked: Omit<AskedSlip, 'tradeId'> & { readonly tradeId?: string }) {
    const found = await stories.find({ tradeId, ...asked });
    return typeof found === 'string' ? found : `${found.view.side} ${found.view.memberCodeSelf}`;
  }

  describe('are shown', () => {
    it.each([
      ['the buyer', buyer, undefined, `buyer ${buyer}`],
      ['the seller', seller, undefined, `seller ${seller}`],
      ['the head office of the buyer', head, undefined, `buyer ${buyer}`],
      ['the head office that names the buyer', head, buyer, `buyer ${buyer}`],
      ['the head office that names the seller', head, seller, 'unknown'],
      ['the buyer that names the seller', buyer, seller, 'unknown'],
      ['a stranger', stranger, undefined, 'unknown'],
      ['a stranger that names the buyer', stranger, buyer, 'unknown'],
      ['a caller without a member', '', undefined, 'unknown'],
    ])('to %s as its own view only', async (_, callerMemberCode, memberCodeSelf, view) => {
      expect(await viewOf({ callerMemberCode, memberCodeSelf })).toBe(view);
    });

    it('to a head office of both sides by the side that it names', async () => {
      const asked = { callerMemberCode: house, tradeId: 'H1' };
      expect(await viewOf(asked)).toBe('side-needed');
      expect(await viewOf({ ...asked, memberCodeSelf: sellerOfHouse })).toContain(sellerOfHouse);
      expect(await viewOf({ ...asked, memberCodeSelf: ofHouse })).toContain(ofHouse);
    });

    it.each(['', 'T0', "'", 'a\u0000b', '\ud800', 'x'.repeat(10_000)])('not if there is no slip %j', async (id) => {
      expect(await viewOf({ callerMemberCode: buyer, tradeId: id })).toBe('unknown');
      expect(await stories.history({ callerMemberCode: buyer, tradeId: id }, undefined)).toBe('unknown');
    });

    it('with the version of the slip and the bytes of the view', async () => {
      await load(database, 'trade', [
        {
          trade_id: 'L2',
          member_code_self: buyer,
          member_code_partner: seller,
          status_code: '40',
          trade_comment: '備考',
        },
        { trade_id: 'L2', member_code_self: seller, member_code_partner: buyer, status_code: '40', version: '7' },
      ]);
      const found = await stories.find({ callerMemberCode: buyer, tradeId: 'L2' });
      if (typeof found === 'string') throw new Error(found);
      expect(found.slip.version).toBe(7);
      expect(JSON.parse(`{${Buffer.from(found.view.body).toString()}`)).toMatchObject({
        trade_id: 'L2',
        member_code_self: buyer,
        trade_comment: '備考',
      });
    });
  });

  describe('have a history', () => {
    it('that comes whole, newest first, in pages of 100', async () => {
      const versions: number[] = [];
      const pages: number[] = [];
      let cursor: string | undefined;
      do {
        // oxlint-disable-next-line no-await-in-loop
        const page = await stories.history({ callerMemberCode: buyer, tradeId: 'L1' }, cursor);
        if (typeof page === 'string') throw new Error(page);
        versions.push(...page.changes.map(({ version }) => version));
        pages.push(page.changes.length);
        cursor = page.nextCursor;
      } while (cursor !== '');
      expect(pages).toEqual([100, 100, 5]);
      expect(versions).toEqual(Array.from({ length: changes }, (_, n) => changes - n));
    });

    it('whose entries name the side, its member and the fields of its view', async () => {
      const page = await stories.history({ callerMemberCode: buyer, tradeId: 'L1' }, undefined);
      if (typeof page === 'string') throw new Error(page);
      const [newest] = page.changes;
      expect(newest).toMatchObject({
        action: 'change',
        side: 'buyer',
        memberCodeSelf: buyer,
        by: { kind: 'client', userId: '', clientId: 'robot', memberCode: buyer },
      });
      expect([buyer, seller].map((member) => newest?.changedIn(member))).toEqual([['perusal_flg'], []]);
    });

    it.each(['', 'x', 'MTA4MA'])('of which %j is no cursor', async (cursor) => {
      expect(await stories.history({ callerMemberCode: buyer, tradeId: 'L1' }, cursor)).toBe('wrong-cursor');
    });

    it('whose cursor belongs to this slip and this view', async () => {
      const first = await stories.history({ callerMemberCode: buyer, tradeId: 'L1' }, undefined);
      if (typeof first === 'string') throw new Error(first);
      expect(await stories.history({ callerMemberCode: buyer, tradeId }, first.nextCursor)).toBe('wrong-cursor');
    });

    it('that a new change does not disturb between two pages', async () => {
      const asked = { callerMemberCode: buyer, tradeId: 'L1' };
      const first = await stories.history(asked, undefined);
      if (typeof first === 'string') throw new Error(first);
      const next = await stories.history(asked, first.nextCursor);
      await load(database, 'trade', [
        { trade_id: 'L1', member_code_self: buyer, member_code_partner: seller, status_code: '60' },
      ]);
      const again = await stories.history(asked, first.nextCursor);
      if (typeof again === 'string' || typeof next === 'string') throw new Error('There is no page');
      expect(again.changes.map(({ version }) => version)).toEqual(next.changes.map(({ version }) => version));
    });
  });
});
