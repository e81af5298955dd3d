import { beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { downloads, settingNames } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { downloadFunction } from '../src/download/download-function.js';
import { isVisible } from '../src/member/is-visible.js';
import { memberFormat } from '../src/member/member-format.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { tradeCriteria } from '../src/trade/trade-criteria.js';
import { importMaster, importMembers, importSettings, importTrade } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmMasterSource } from '../src/typeorm/repositories/typeorm-master-source.js';
import { TypeOrmSettingSource } from '../src/typeorm/repositories/typeorm-setting-source.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { visibleMembers } from '../src/typeorm/sql/members/visible-members.js';
import { masterCriteria, settingCriteria } from './criteria.js';
import { customers, groups, memberCodes, memberGroups, Random, randomProducts, randomSlips } from './random-market.js';
import { sees } from './visibility-reference.js';

const code = fc.constantFrom(...memberCodes);
const nobodyOr = (codes: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), codes);
const listOf = (values: readonly string[]) => fc.subarray([...values, 'unknown'], { minLength: 0 });

/** The head office and the FC owner of each member. */
const market = fc
  .tuple(...memberCodes.map(() => fc.record({ headOffice: nobodyOr(code), fcOwner: nobodyOr(code) })))
  .map((relations) =>
    memberCodes.map((member_code, index) => ({
      member_code,
      member_group_code: memberGroups[index % memberGroups.length] ?? '',
      head_office_member_code: relations[index]?.headOffice ?? '',
      fc_owner_member_code: relations[index]?.fcOwner ?? '',
      fc_owner_code: index % 2 === 0 ? 'F1' : 'F2',
    })),
  );

const caller = fc.constantFrom(...memberCodes, 'unknown', '');

const masterRequest = fc.record(
  {
    exist_mc: fc.constantFrom('0', '1'),
    prod_kind: fc.constantFrom('0', '1', '2'),
    sell_stop: fc.constantFrom('0', '1', '2'),
    share_item: fc.constantFrom('0', '1', '2'),
    member_code_list: listOf(memberCodes),
    member_group_code_list: listOf(memberGroups),
    group_code_list: listOf(groups),
    client_member_code_list: listOf(memberCodes),
    client_group_code_list: listOf(memberGroups),
    client_code_list: listOf(customers),
    fc_owner_member_code_list: listOf(memberCodes),
    fc_owner_code_list: listOf(['F1', 'F2']),
  },
  { requiredKeys: [] },
);

const tradeRequest = fc
  .record(
    {
      status_set: fc.constantFrom('0', '1', '2', '3', '4', '5'),
      not_downloaded_flg: fc.constantFrom('0', '1', '2'),
      comment_exist: fc.constantFrom('0', '1', '2'),
      client_member_codes: listOf(memberCodes),
      client_group_codes: listOf(groups),
      member_codes: listOf(memberCodes),
      member_group_codes: listOf(memberGroups),
      group_codes: listOf(groups),
      fc_owner_group_codes: listOf(['F1', 'F2']),
      fc_owner_member_codes: listOf(memberCodes),
    },
    { requiredKeys: [] },
  )
  .chain((request) =>
    fc.nat(7).map((date) => ({
      ...request,
      target_date_set: String(date),
      target_date_from: '2026-01-01',
      target_date_to: '2026-02-28',
    })),
  );

const settingRequest = fc.record({
  member_code_seller: listOf(memberCodes),
  member_code_buyer: fc.option(listOf(memberCodes), { nil: undefined }),
});

interface SettingRecord {
  readonly member_code_buyer: string;
  readonly seller_list: readonly { readonly member_code_seller: string }[];
}

describeDatabases('visibility', [orderingSchema], (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    const random = new Random(7);
    await importMembers(database, linesOf(memberCodes.map((member_code) => ({ member_code }))));
    expect(await importMaster(database, linesOf(randomProducts(random, 150)))).toMatchObject({ refused: 0 });
    expect(await importTrade(database, linesOf(randomSlips(random, 200)))).toMatchObject({ refused: 0 });
    const blocks = ['', ...memberCodes].map((member_code_buyer) => ({
      member_code_buyer,
      seller_list: random.some(memberCodes).map((member_code_seller) => ({ member_code_seller, orderblock: [{}] })),
    }));
    expect(await importSettings('orderblock')(database, linesOf(blocks))).toMatchObject({ refused: 0 });
  });

  it('never delivers a record of a member that the caller may not see, whatever is filtered', async () => {
    const property = fc.asyncProperty(
      market,
      fc.array(fc.tuple(caller, masterRequest, tradeRequest, settingRequest), { minLength: 1, maxLength: 6 }),
      async (members, requests) => {
        await importMembers(database, linesOf(members));
        const visibleTo = (who: string) =>
          new Set(members.filter((member) => sees(who, member)).map(({ member_code }) => member_code));
        for (const [who, master, trade, setting] of requests) {
          const visible = visibleTo(who);
          const products = await readRecords<unknown, { member_code: string }>(
            downloadFunction(downloads.master, new TypeOrmMasterSource(database)),
            masterCriteria(who, master),
          );
          expect(products.filter(({ member_code }) => !visible.has(member_code))).toEqual([]);
          const slips = await readRecords<unknown, { member_code_self: string }>(
            downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
            tradeCriteria({ memberCode: who, clientId: 'erp' }, trade),
          );
          expect(slips.filter(({ member_code_self }) => !visible.has(member_code_self))).toEqual([]);
          const blocks = await readRecords<unknown, SettingRecord>(
            downloadFunction(downloads.orderblock, new TypeOrmSettingSource(database)),
            settingCriteria('orderblock', who, setting),
          );
          const pairs = blocks.flatMap(({ member_code_buyer, seller_list }) =>
            seller_list.map(({ member_code_seller }) => [member_code_buyer, member_code_seller] as const),
          );
          expect(
            pairs.filter(([buyer, seller]) => buyer !== '' && !visible.has(buyer) && !visible.has(seller)),
          ).toEqual([]);
        }
      },
    );
    await fc.assert(property, { numRuns: 40, seed: 20_260_105 });
  });

  it('is the same by the rule and by the statements of the member directory', async () => {
    const directory = openOrderingPorts(database).memberDirectory;
    const property = fc.asyncProperty(market, caller, async (members, who) => {
      await importMembers(database, linesOf(members));
      const visible = members.filter((member) => sees(who, member)).map(({ member_code }) => member_code);
      const byRule = members.map(memberFormat.read).filter((member) => isVisible(who, member));
      expect(byRule.map(({ memberCode }) => memberCode)).toEqual(visible);
      const known = memberCodes.includes(who);
      const found = await visibleMembers(database, who);
      expect(found.map(({ memberCode }) => memberCode).toSorted()).toEqual(known ? visible.toSorted() : []);
      const hidden = await directory.notVisible(who, [...memberCodes, 'unknown']);
      expect([...hidden].toSorted()).toEqual(
        [...memberCodes, 'unknown'].filter((memberCode) => !visible.includes(memberCode)).toSorted(),
      );
    });
    await fc.assert(property, { numRuns: 30, seed: 20_260_105 });
  });

  it('is able to deliver: a head office gets the slips of its stores', async () => {
    await importMembers(
      database,
      linesOf(memberCodes.map((member_code) => ({ member_code, head_office_member_code: 'HEAD' }))),
    );
    const all = await readRecords(
      downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
      tradeCriteria(
        { memberCode: 'HEAD', clientId: 'erp' },
        { target_date_set: '1', target_date_from: '2026-01-01', target_date_to: '2026-01-14' },
      ),
    );
    expect(all.length).toBeGreaterThan(10);
  });

  it('knows settings only for visible members and those related to them', async () => {
    expect(settingNames).toHaveLength(4);
    await importMembers(
      database,
      linesOf([{ member_code: 'LONELY' }, ...memberCodes.map((member_code) => ({ member_code }))]),
    );
    const unreadable = await openOrderingPorts(database).memberDirectory.notReadable('HEAD', [
      'LONELY',
      'HEAD',
      'nobody',
    ]);
    expect([...unreadable]).toEqual(['LONELY', 'nobody']);
  });
});
