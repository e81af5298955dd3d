import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Database, tableOf } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { UploadNumberEntity } from '../src/typeorm/entities/upload-number.entity.js';
import { FindIndex } from '../src/typeorm/find/find-index.js';
import { importMaster, importMembers, importTrade, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmFinder } from '../src/typeorm/repositories/typeorm-finder.js';

const uploadNumbers = tableOf(UploadNumberEntity);
const members = [
  { member_code: 'HEAD', member_name: '本部' },
  { member_code: 'STORE', member_name: 'Store One', head_office_member_code: 'HEAD' },
  { member_code: 'SELLER', member_name: '株式会社ミルク乳業' },
  { member_code: 'OTHER', member_name: 'Other' },
];

const slip = (trade_id: string, check_number: string, self = 'STORE', partner = 'SELLER') => ({
  trade_id,
  check_number,
  member_code_self: self,
  member_code_partner: partner,
  member_name_partner: `name of ${partner}`,
  status_code: '40',
  order_day: '2026-11-20',
  trade_total: '100',
});

const product = (member_code: string, number: number, item_name: string) => ({
  member_code,
  member_code_partner: 'SELLER',
  member_name_partner: '株式会社ミルク乳業',
  buy: [{ item_id: `I${number}`, item_name }],
  catalog: [
    {
      catalog_id: `C${member_code}${number}`,
      item_id: `I${number}`,
      item_name,
      item_spec: '1L×6',
      private_item_code: `P${number}`,
    },
  ],
});

describeDatabases('finding', [orderingSchema], (open) => {
  let database: Database;
  let finder: TypeOrmFinder;
  let index: FindIndex;
  const slipsOf = async (caller: string, text: string) =>
    (await finder.slips(caller, text)).map(({ trade_id, member_code_self }) => `${trade_id} ${member_code_self}`);
  const productsOf = async (caller: string, text: string) =>
    (await finder.products(caller, text)).elements.map(({ item_id }) => item_id);
  const partnersOf = async (caller: string, text: string) =>
    (await finder.partners(caller, text)).elements.map(({ member_code_partner }) => member_code_partner);

  beforeAll(async () => {
    database = await open();
    finder = new TypeOrmFinder(database);
    index = new FindIndex(database);
    await importMembers(database, linesOf(members));
    await importTrade(
      database,
      linesOf([
        slip('T1', 'N-100'),
        slip('T1', 'N-100', 'SELLER', 'STORE'),
        slip('T2', 'ｎ-２００', 'HEAD', 'SELLER'),
        slip('T3', ''),
        ...Array.from({ length: 20 }, (_, number) => slip(`M${number}`, `MANY-${number}`, 'OTHER', 'SELLER')),
      ]),
    );
    await importMaster(
      database,
      linesOf([
        product('HEAD', 1, '北海道牛乳'),
        product('HEAD', 2, 'ﾐﾙｸ Chocolate'),
        product('STORE', 3, '牛乳パン'),
        ...Array.from({ length: 450 }, (_, number) => product('OTHER', number, `Thing ${number}`)),
      ]),
    );
    const number = { memberCode: 'HEAD', uploadNo: 'PO-1', digest: Buffer.alloc(32), tradeId: 'T1' };
    await database.transaction((transaction) =>
      transaction.execute(
        uploadNumbers.insertInto(),
        uploadNumbers.values({ ...number, checkNumber: 'N-100', memberCodeBuyer: 'STORE' }),
      ),
    );
  });

  beforeEach(() => index.follow());

  it.each<[string, string, readonly string[]]>([
    ['STORE', 'T1', ['T1 STORE']],
    ['SELLER', 'T1', ['T1 SELLER']],
    ['HEAD', 'T1', ['T1 STORE']],
    ['OTHER', 'T1', []],
    ['STORE', 'N-100', ['T1 STORE']],
    ['STORE', 'n-1', ['T1 STORE']],
    ['STORE', 'Ｎ-１', ['T1 STORE']],
    ['HEAD', 'N-', ['T1 STORE', 'T2 HEAD']],
    ['OTHER', 'N-1', []],
    ['HEAD', 'PO-1', ['T1 STORE']],
    ['HEAD', 'PO', ['T1 STORE']],
    ['STORE', 'PO-1', []],
    ['STORE', '-100', []],
    ['', 'T1', []],
  ])('shows %s the slips of %s', async (caller, text, found) => {
    expect(await slipsOf(caller, text)).toEqual(found);
  });

  it('shows a slip with its numbers and its partner', async () => {
    expect(await finder.slips('HEAD', 'T1')).toEqual([
      {
        trade_id: 'T1',
        check_number: 'N-100',
        upload_no: 'PO-1',
        status_code: '40',
        member_code_self: 'STORE',
        member_code_partner: 'SELLER',
        member_name_partner: 'name of SELLER',
        order_day: '2026-11-20',
        trade_total: '100',
      },
    ]);
  });

  it('finds at most 8 of a kind', async () => {
    expect(await slipsOf('OTHER', 'many')).toHaveLength(8);
    expect(await productsOf('OTHER', 'thing')).toHaveLength(8);
  });

  it('finds own orders by their number, and nobody else’s', async () => {
    const order = { upload_no: 'PO-1', trade_id: 'T1', check_number: 'N-100', member_code_self: 'STORE' };
    expect(await finder.orders('HEAD', 'PO')).toEqual([order]);
    expect(await finder.orders('STORE', 'PO-1')).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['HEAD', '牛乳', ['I1']],
    ['HEAD', 'ミルク', ['I2']],
    ['HEAD', 'chocolate ﾐﾙｸ', ['I2']],
    ['HEAD', 'chocolate 牛乳', []],
    ['HEAD', 'CHEAD1', ['I1']],
    ['HEAD', 'I2', ['I2']],
    ['HEAD', 'P1', ['I1']],
    ['HEAD', 'p1', ['I1']],
    ['STORE', '牛乳', ['I3']],
    ['STORE', 'CHEAD1', []],
    ['OTHER', 'thing 449', ['I449']],
    ['SELLER', '牛乳', []],
  ])('shows %s the products of %s', async (caller, text, found) => {
    expect(await productsOf(caller, text)).toEqual(found);
  });

  it('shows a product with its codes and its seller', async () => {
    expect(await finder.products('HEAD', 'P1')).toEqual({
      elements: [
        {
          member_code_partner: 'SELLER',
          member_name_partner: '株式会社ミルク乳業',
          item_id: 'I1',
          private_item_code: 'P1',
          item_name: '北海道牛乳',
          item_spec: '1L×6',
          catalog_id: 'CHEAD1',
        },
      ],
      isComplete: true,
    });
  });

  it.each<[string, string, readonly string[]]>([
    ['HEAD', 'SELLER', ['SELLER']],
    ['HEAD', 'ﾐﾙｸ', ['SELLER']],
    ['SELLER', 'store one', ['STORE']],
    ['HEAD', 'OTHER', []],
  ])('shows %s the partners of %s', async (caller, text, found) => {
    expect(await partnersOf(caller, text)).toEqual(found);
  });

  it('follows changes and removals, each once, whoever has made them', async () => {
    expect(await index.follow()).toBe(0);
    await importTrade(database, linesOf([slip('T3', 'NEW-1')]));
    await importMaster(database, linesOf([product('STORE', 3, 'ライ麦パン')]));
    expect(await slipsOf('STORE', 'NEW')).toEqual([]);
    expect(await new FindIndex(database).follow()).toBe(2);
    expect(await slipsOf('STORE', 'NEW')).toEqual(['T3 STORE']);
    expect([await productsOf('STORE', '牛乳'), await productsOf('STORE', 'ライ麦')]).toEqual([[], ['I3']]);
    await removeRecords('trade', database, linesOf([{ trade_id: 'T3', member_code_self: 'STORE' }]));
    await removeRecords('master', database, linesOf([product('STORE', 3, '')]));
    const left = await database.query(
      "SELECT number_key AS word FROM find_slip WHERE number_key = 'new-1' UNION SELECT words FROM find_product WHERE member_code = 'STORE'",
    );
    expect(left).toEqual([]);
  });

  it('forgets a number that a slip no longer has', async () => {
    await importTrade(database, linesOf([slip('T4', 'GONE')]));
    await index.follow();
    await importTrade(database, linesOf([slip('T4', '')]));
    await index.follow();
    expect(await slipsOf('STORE', 'GONE')).toEqual([]);
  });
});
