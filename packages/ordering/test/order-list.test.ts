import { beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { ListedOrder, TradeImport } from '@trading-platform/domain-types';
import type { OrderFilters } from '../src/list/lists.js';
import { inByteOrder } from '../src/member/byte-order.js';
import { linesOf } from '../src/testing/lines.js';
import { UploadNumberEntity } from '../src/typeorm/entities/upload-number.entity.js';
import { importMembers, importTrade } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderList } from '../src/typeorm/repositories/typeorm-order-list.js';
import type { DeepPartial } from './deep-partial.js';
import { lastOfKey, memberCodes, Random, randomSlips } from './random-market.js';
import { readPage, readPages } from './read-list.js';

type SlipLine = DeepPartial<TradeImport>;

function keyOf({ trade_id, member_code_self }: SlipLine): string {
  return JSON.stringify([trade_id, member_code_self]);
}

/** Computes the expected list in a slow and obvious way, without the fields that import lines do not have. */
function expectedOrders(slips: readonly SlipLine[], memberCode: string, isWanted: (slip: SlipLine) => boolean) {
  return slips
    .filter((slip) => slip.member_code_self === memberCode && isWanted(slip))
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

function namesOf({ check_number = '', member_name_self = '', member_name_partner = '' }: SlipLine) {
  return { check_number, member_name_self, member_name_partner };
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
      check_number: `N-${index}`,
      member_name_self: `株式会社${slip.member_code_self}`,
      member_name_partner: `株式会社${slip.member_code_partner}`,
    }));
    slips = lastOfKey(withAmounts, keyOf);
    await importMembers(database, linesOf(members));
    expect(await importTrade(database, linesOf(slips))).toMatchObject({ refused: 0 });
  });

  it.each<[string, OrderFilters, (slip: SlipLine) => boolean]>([
    ['all orders', {}, () => true],
    ['planned ones', { status_code: ['10'] }, ({ status_code }) => status_code === '10'],
    [
      'those of some statuses',
      { status_code: ['10', '40', '90'] },
      ({ status_code = '' }) => ['10', '40', '90'].includes(status_code),
    ],
    [
      'those with one partner',
      { client_member_code_list: ['SELLER1'] },
      ({ member_code_partner }) => member_code_partner === 'SELLER1',
    ],
    [
      'those with some partners in a period',
      { client_member_code_list: ['SELLER1', 'HEAD'], order_day_from: '2026-01-02', order_day_to: '2026-01-14' },
      ({ member_code_partner = '', order_day = '' }) =>
        ['SELLER1', 'HEAD'].includes(member_code_partner) && order_day >= '2026-01-02' && order_day <= '2026-01-14',
    ],
    [
      'those until a day',
      { order_day_to: '2026-01-14' },
      ({ order_day = '' }) => order_day !== '' && order_day <= '2026-01-14',
    ],
  ])('has %s of the member by partner and number, whatever the limit', async (_, filters, isWanted) => {
    expect(slips.filter(isWanted).length).toBeGreaterThan(0);
    for (const memberCode of [...memberCodes, 'nobody']) {
      const request = { member_code_self: memberCode, ...filters };
      const expected = expectedOrders(slips, memberCode, isWanted);
      for (const limit of ['1000', '7']) {
        const pages = await readPages(new TypeOrmOrderList(database), { ...request, limit });
        expect(pages.flat().map(withoutVersion)).toEqual(expected);
      }
    }
  });

  it('has the slip number and the names of both members if they are asked for', async () => {
    const expected = expectedOrders(slips, 'HEAD', () => true).map(({ trade_id }) =>
      namesOf(slips.find((slip) => slip.trade_id === trade_id && slip.member_code_self === 'HEAD') ?? {}),
    );
    expect(expected.length).toBeGreaterThan(40);
    const pages = await readPages(new TypeOrmOrderList(database), {
      member_code_self: 'HEAD',
      limit: '30',
      with_names: '1',
    });
    expect(pages.flat().map(namesOf)).toEqual(expected);
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
