import { beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { ListedOrder, TradeImport } from '@trading-platform/domain-types';
import { inByteOrder } from '../src/member/byte-order.js';
import { linesOf } from '../src/testing/lines.js';
import { UploadNumberEntity } from '../src/typeorm/entities/upload-number.entity.js';
import { importMembers, importTrade } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderList } from '../src/typeorm/repositories/typeorm-order-list.js';
import type { DeepPartial } from './deep-partial.js';
import { lastOfKey, memberCodes, Random, randomSlips, statuses } from './random-market.js';
import { readPage, readPages } from './read-list.js';

type SlipLine = DeepPartial<TradeImport>;

function keyOf({ trade_id, member_code_self }: SlipLine): string {
  return JSON.stringify([trade_id, member_code_self]);
}

/** Computes the expected list in a slow and obvious way, without the fields that import lines do not have. */
function expectedOrders(slips: readonly SlipLine[], memberCode: string, wanted: readonly string[] = statuses) {
  return slips
    .filter((slip) => slip.member_code_self === memberCode && wanted.includes(slip.status_code ?? ''))
    .toSorted((one, other) => {
      const byPartner = inByteOrder(one.member_code_partner ?? '', other.member_code_partner ?? '');
      return byPartner === 0 ? inByteOrder(one.trade_id ?? '', other.trade_id ?? '') : byPartner;
    })
    .map(({ trade_id, status_code, member_code_self, member_code_partner, order_day, ...slip }) => ({
      trade_id,
      upload_no: '',
      status_code,
      member_code_self,
      member_code_partner,
      order_day,
      hope_delivery_date: slip.hope_delivery_date,
      trade_total: slip.trade_total,
    }));
}

function withoutVersion({ version: _, ...order }: ListedOrder) {
  return order;
}

const view = (member_code_self: string, member_code_partner: string, trade_comment = '') => ({
  trade_id: 'T1',
  member_code_self,
  member_code_partner,
  status_code: '40',
  trade_comment,
});

describeDatabases('the order list', [orderingSchema], (open) => {
  const members = memberCodes.map((member_code) => ({ member_code }));
  let database: Database;
  let slips: readonly SlipLine[];

  beforeAll(async () => {
    database = await open();
    const random = new Random(40);
    const withAmounts = randomSlips(random, 600).map((slip, index) => ({
      ...slip,
      hope_delivery_date: random.pick(['', '2026-12-01']),
      trade_total: String(index),
    }));
    slips = lastOfKey(withAmounts, keyOf);
    await importMembers(database, linesOf(members));
    expect(await importTrade(database, linesOf(slips))).toMatchObject({ refused: 0 });
  });

  it.each<[string, readonly string[] | undefined]>([
    ['all orders', undefined],
    ['planned ones', ['10']],
    ['those of some statuses', ['10', '40', '90']],
  ])('has %s of the member by partner and number, whatever the limit', async (_, status_code) => {
    for (const memberCode of [...memberCodes, 'nobody']) {
      const request = { member_code_self: memberCode, ...(status_code === undefined ? {} : { status_code }) };
      const expected = expectedOrders(slips, memberCode, status_code);
      for (const limit of ['1000', '7']) {
        const pages = await readPages(new TypeOrmOrderList(database), { ...request, limit });
        expect(pages.flat().map(withoutVersion)).toEqual(expected);
      }
    }
  });

  it('has the version of the slip, from whatever side it was changed', async () => {
    const other = await open();
    await importMembers(other, linesOf(members));
    await importTrade(other, linesOf([view('HEAD', 'SELLER1'), view('SELLER1', 'HEAD')]));
    const versions = async () => {
      const pages = ['HEAD', 'SELLER1'].map((member_code_self) =>
        readPage(new TypeOrmOrderList(other), { member_code_self }),
      );
      return (await Promise.all(pages)).map(({ elements: [order] }) => Number(order?.version));
    };
    const [before = 0] = await versions();
    await importTrade(other, linesOf([view('SELLER1', 'HEAD', 'changed')]));
    expect(await versions()).toEqual([before + 1, before + 1]);
  });

  it('shows an upload number to whose it is, and to nobody else', async () => {
    const { trade_id: tradeId = '', member_code_self = '' } = slips[0] ?? {};
    const number = {
      uploadNo: 'U-1',
      digest: Buffer.alloc(16),
      tradeId,
      checkNumber: '',
      memberCodeBuyer: member_code_self,
    };
    await database.transaction(({ manager }) => manager.insert(UploadNumberEntity, { ...number, memberCode: 'OWNER' }));
    const numberFor = async (caller: string) => {
      const { elements } = await readPage(new TypeOrmOrderList(database), { member_code_self }, caller);
      return elements.find((order) => order.trade_id === tradeId)?.upload_no;
    };
    expect(await Promise.all(['OWNER', member_code_self, 'SELLER1'].map(numberFor))).toEqual([
      'U-1',
      member_code_self === 'OWNER' ? 'U-1' : '',
      '',
    ]);
  });
});
