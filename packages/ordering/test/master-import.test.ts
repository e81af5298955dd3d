import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { downloads, masterBodyFields, masterRecord } from '@trading-platform/domain-types';
import { downloadFunction } from '../src/download/download-function.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { importMaster, importMembers } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmMasterSource } from '../src/typeorm/repositories/typeorm-master-source.js';
import { readChangeCounters } from '../src/typeorm/sql/common/counters.js';
import { masterCriteria } from './criteria.js';

type Database = Parameters<typeof importMaster>[0];

const members = [
  { member_code: 'STORE1', head_office_member_code: 'HEAD' },
  { member_code: 'HEAD' },
  { member_code: 'SELLER' },
  { member_code: 'OTHER' },
];

function aLine(fields: { member?: string; item?: string; catalogId?: string; name?: string } = {}) {
  const { member = 'HEAD', item = 'I1', catalogId = 'C1', name = '米' } = fields;
  return {
    member_code: member,
    member_code_partner: 'SELLER',
    buy: [{ item_id: item, item_name: name }],
    catalog: [{ catalog_id: catalogId, item_id: item, lead_time: '1' }],
  };
}

async function masterOf(database: Database, caller = 'HEAD') {
  const download = downloadFunction(downloads.master, new TypeOrmMasterSource(database));
  return readRecords<ReturnType<typeof masterCriteria>, { buy: { item_id: string; item_name: string }[] }>(
    download,
    masterCriteria(caller, {}),
  );
}

describeDatabases('master import', [orderingSchema], (open) => {
  async function openWithMembers() {
    const database = await open();
    await importMembers(database, linesOf(members));
    return database;
  }

  it('delivers what was loaded, every field in order, absent ones empty', async () => {
    const database = await openWithMembers();
    const summary = await importMaster(database, linesOf([aLine({ name: 'a "quoted" \\ 名\u001f' })]));
    expect(summary).toEqual({
      read: 1,
      added: 1,
      changed: 0,
      unchanged: 0,
      refused: 0,
      refusals: [],
      warnings: [],
      applied: true,
    });
    const [record] = await masterOf(database);
    expect(Object.keys(record ?? {})).toEqual(masterRecord.fieldNames);
    expect(Object.keys(record?.buy[0] ?? {})).toHaveLength(152);
    expect(record?.buy[0]?.item_name).toBe('a "quoted" \\ 名\u001f');
    expect(masterBodyFields).toHaveLength(14);
  });

  it('orders records by partner and item in byte order', async () => {
    const database = await openWithMembers();
    const items = ['b', 'B', '10', '9', 'é', '𠮷', 'ｱ'];
    await importMaster(database, linesOf(items.map((item, index) => aLine({ item, catalogId: String(index) }))));
    const delivered = (await masterOf(database)).map(({ buy }) => buy[0]?.item_id);
    expect(delivered).toEqual(['10', '9', 'B', 'b', 'é', 'ｱ', '𠮷']);
  });

  it('changes nothing when the same file is loaded again', async () => {
    const database = await openWithMembers();
    const file = [aLine(), aLine({ item: 'I2', catalogId: 'C2' }), aLine({ name: 'later' })];
    const first = await importMaster(database, linesOf(file));
    expect(first).toMatchObject({ read: 3, added: 2, changed: 0, unchanged: 1 });
    const counters = await readChangeCounters(database);
    const second = await importMaster(database, linesOf(file));
    expect(second).toMatchObject({ read: 3, added: 0, changed: 0, unchanged: 3 });
    expect(await readChangeCounters(database)).toEqual(counters);
    expect((await masterOf(database)).map(({ buy }) => buy[0]?.item_name)).toEqual(['later', '米']);
  });

  it('lets the last line of a key win across chunks, and takes back what an earlier line counted', async () => {
    const database = await openWithMembers();
    const many = Array.from({ length: 600 }, (_, index) => aLine({ item: `X${index}`, catalogId: `X${index}` }));
    const file = [aLine({ name: 'earlier' }), ...many, aLine({ name: 'later' })];
    expect(await importMaster(database, linesOf(file))).toMatchObject({ added: 601, changed: 0, unchanged: 1 });
    expect(await importMaster(database, linesOf(file))).toMatchObject({ added: 0, changed: 0, unchanged: 602 });
    expect((await masterOf(database))[0]?.buy[0]?.item_name).toBe('later');
  });

  it('replaces the lines of a changed record, and gives its catalog_id free', async () => {
    const database = await openWithMembers();
    await importMaster(database, linesOf([aLine()]));
    const summary = await importMaster(
      database,
      linesOf([aLine({ catalogId: 'C9' }), aLine({ item: 'I2', catalogId: 'C1' })]),
    );
    expect(summary).toMatchObject({ added: 1, changed: 1, refused: 0 });
    expect(await database.query('SELECT catalog_id FROM catalog_line ORDER BY catalog_id')).toEqual([
      { catalog_id: 'C1' },
      { catalog_id: 'C9' },
    ]);
  });

  it('lets products exchange catalog lines, whichever comes first, however far apart', async () => {
    const database = await openWithMembers();
    const between = Array.from({ length: 600 }, (_, index) => aLine({ item: `X${index}`, catalogId: `X${index}` }));
    await importMaster(database, linesOf([aLine(), aLine({ item: 'I2', catalogId: 'C2' }), ...between]));
    const file = [aLine({ catalogId: 'C2' }), ...between, aLine({ item: 'I2', catalogId: 'C1' })];
    expect(await importMaster(database, linesOf(file), { atomic: true })).toMatchObject({ changed: 2, refused: 0 });
    expect(await importMaster(database, linesOf(file))).toMatchObject({ added: 0, changed: 0, unchanged: 602 });
    const owners = await database.query(
      "SELECT p.item_id, c.catalog_id FROM catalog_line c JOIN product p ON p.id = c.product_id WHERE p.item_id IN ('I1', 'I2') ORDER BY 1",
    );
    expect(owners).toEqual([
      { item_id: 'I1', catalog_id: 'C2' },
      { item_id: 'I2', catalog_id: 'C1' },
    ]);
  });

  it('refuses in the end what waited in vain, and forgets what a later line replaced', async () => {
    const database = await openWithMembers();
    await importMaster(database, linesOf([aLine()]));
    const between = Array.from({ length: 600 }, (_, index) => aLine({ item: `X${index}`, catalogId: `X${index}` }));
    const file = [
      aLine({ item: 'I2', catalogId: 'C1', name: 'in vain' }),
      aLine({ item: 'I3', catalogId: 'C1', name: 'replaced' }),
      ...between,
      aLine({ item: 'I3', catalogId: 'C3' }),
    ];
    expect(await importMaster(database, linesOf(file))).toMatchObject({
      read: 603,
      added: 601,
      changed: 0,
      unchanged: 1,
      refusals: [{ line: 1, reason: 'catalog_id: C1 already belongs to another product (partner SELLER, item I1)' }],
    });
  });

  it('names each refused line with number and reason, and loads the rest', async () => {
    const database = await openWithMembers();
    const file = [
      aLine(),
      '{"member_code":',
      '',
      { ...aLine(), colour: 'red' },
      { ...aLine({ item: 'I3', catalogId: 'C3' }), member_code_partner: 'NOBODY' },
      aLine({ item: 'I4', catalogId: 'C1' }),
      { ...aLine(), buy: [{ item_id: 'I5', item_name: 5 }] },
      { ...aLine(), catalog: [{ item_id: 'I6', lead_time: '366' }] },
      { ...aLine(), buy: [{}], catalog: [] },
      { ...aLine(), buy: [{ item_id: 'x'.repeat(2001) }] },
      { ...aLine(), [`\u001b[31m${'x'.repeat(1_000)}`]: '' },
      aLine({ item: 'I7', catalogId: 'C7' }),
      { ...aLine(), member_code_partner: '' },
    ];
    const reported: unknown[] = [];
    const summary = await importMaster(database, linesOf(file), { onRefusal: (refusal) => reported.push(refusal) });
    expect(summary).toMatchObject({ read: 12, added: 2, refused: 10, applied: true });
    expect(summary.refusals).toEqual([
      { line: 2, reason: expect.stringMatching(/^is not JSON: /) },
      { line: 4, reason: 'colour: unknown field' },
      { line: 5, reason: 'member_code_partner: member NOBODY does not exist' },
      { line: 6, reason: 'catalog_id: C1 already belongs to another product (partner SELLER, item I1)' },
      { line: 7, reason: 'buy[0].item_name: must be a string' },
      { line: 8, reason: 'catalog[0].lead_time: must be a whole number from 0 to 365' },
      { line: 9, reason: 'buy[0].item_id or catalog[0].item_id: is missing' },
      { line: 10, reason: 'buy[0].item_id: must have at most 20 characters' },
      { line: 11, reason: `\ufffd[31m${'x'.repeat(295)}…` },
      { line: 13, reason: 'member_code_partner: is missing' },
    ]);
    expect(reported).toHaveLength(10);
    expect(reported).toEqual(expect.arrayContaining([...summary.refusals]));
  });

  it('loads nothing of an atomic file with a refused line, and nothing in a dry run', async () => {
    const database = await openWithMembers();
    const bad = [aLine(), '[]'];
    expect(await importMaster(database, linesOf(bad), { atomic: true })).toMatchObject({
      added: 1,
      refused: 1,
      applied: false,
    });
    expect(await masterOf(database)).toEqual([]);
    expect(await importMaster(database, linesOf([aLine()]), { dryRun: true })).toMatchObject({
      added: 1,
      applied: false,
    });
    expect(await masterOf(database)).toEqual([]);
    expect(await importMaster(database, linesOf([aLine()]), { atomic: true })).toMatchObject({
      added: 1,
      applied: true,
    });
    expect(await masterOf(database)).toHaveLength(1);
  });

  it('delivers the caller its own records, and those of its stores only on request', async () => {
    const database = await openWithMembers();
    await importMaster(database, linesOf(['HEAD', 'STORE1', 'OTHER'].map((member) => aLine({ member }))));
    const download = downloadFunction(downloads.master, new TypeOrmMasterSource(database));
    const codes = async (caller: string, request: Parameters<typeof masterCriteria>[1]) =>
      (await readRecords<unknown, { member_code: string }>(download, masterCriteria(caller, request))).map(
        ({ member_code }) => member_code,
      );
    expect(await codes('HEAD', {})).toEqual(['HEAD']);
    expect(await codes('HEAD', { member_code_list: ['OTHER', 'STORE1', 'HEAD'] })).toEqual(['HEAD', 'STORE1']);
    expect(await codes('STORE1', { member_code_list: ['HEAD'] })).toEqual([]);
    expect(await codes('NOBODY', {})).toEqual([]);
  });
});
