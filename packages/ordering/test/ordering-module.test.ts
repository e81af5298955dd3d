import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import {
  DownloadMarks,
  FcPriceSource,
  FcPrices,
  MasterSource,
  MemberDirectory,
  OrderSource,
  OrderStore,
  SettingSource,
  ShortestDeliveryDates,
  TradeSource,
} from '../src/index.js';
import { OrderingDatabase, OrderingModule, type OrderingOptions } from '../src/nest/index.js';
import { linesOf } from '../src/testing/index.js';
import { importRecords } from '../src/typeorm/index.js';

let folder: string;
let running: TestingModule | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-ordering-'));
});

afterEach(async () => {
  await running?.close();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

function building(options: Omit<OrderingOptions, 'address'> = {}) {
  const address = `sqlite:${join(folder, 'ordering.sqlite')}`;
  return Test.createTestingModule({
    imports: [OrderingModule.forRootAsync({ useFactory: () => ({ address, ...options }) })],
  });
}

describe('OrderingModule', () => {
  it('provides each service under its class, on a migrated database that it closes', async () => {
    const checks = new Map<string, () => Promise<unknown>>();
    running = await building({ readiness: { add: (name, check) => void checks.set(name, check) } }).compile();
    const database = running.get(OrderingDatabase);
    await importRecords('members', database, linesOf([{ member_code: 'SHOP' }]));
    expect(await running.get(MemberDirectory).find('SHOP')).toMatchObject({ memberCode: 'SHOP' });
    const sources = [MasterSource, TradeSource, SettingSource, OrderSource];
    for (const each of [...sources, OrderStore, DownloadMarks, ShortestDeliveryDates, FcPrices]) {
      expect(running.get(each)).toBeInstanceOf(each);
    }
    await checks.get('ordering database')?.();
    await running.close();
    running = undefined;
    await expect(database.ping()).rejects.toThrow('The database connection is not open');
  });

  it('lets a test put another source behind a lookup', async () => {
    const source: FcPriceSource = {
      readChanges: async () => 1,
      readStores: async () => [{ memberCode: 'STORE', fcOwnerMemberCode: 'OWNER', headOfficeMemberCode: '' }],
      readLines: async () => [{ memberCode: 'STORE', catalogId: 'C1', foodCatLargeCode: '', shared: false }],
      readRules: async () => [],
    };
    running = await building().overrideProvider(FcPriceSource).useValue(source).compile();
    const item = {
      member_code_store: 'STORE',
      catalog_id: 'C1',
      price: '120.5',
      order_send_date: '2026-01-05',
      delivery_date: '2026-01-06',
    };
    expect(await running.get(FcPrices).lookUp({ item: [item] }, 'OWNER')).toMatchObject([{ fc_price: 120 }]);
  });

  it('does not start on a database that lacks migrations, where it is not to run them', async () => {
    await expect(building({ migrate: false }).compile()).rejects.toThrow(
      /^The ordering database lacks CreateOrdering1795651200000, .*; "tpctl migrate" brings it up to date$/,
    );
    const migrated = await building().compile();
    await migrated.close();
    running = await building({ migrate: false }).compile();
    expect(await running.get(MemberDirectory).find('SHOP')).toBeUndefined();
  });
});
