import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buyLine,
  catalogLine,
  importRecords,
  type MasterImport,
  type MemberImport,
  masterHeaderFields,
} from '@trading-platform/domain-types';

const run = promisify(execFile);
const main = join(import.meta.dirname, '../dist/main.js');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-data-'));
  await demoData('market', '--seed', '1', '--size', '2000');
});

afterAll(() => rm(folder, { recursive: true }));

function demoData(out: string, ...options: string[]) {
  return run(process.execPath, [main, '--out', join(folder, out), ...options], { env: {} });
}

async function records<T>(file: string): Promise<T[]> {
  const text = await readFile(join(folder, file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

async function hash(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, file)))
    .digest('hex');
}

describe('a demo market', () => {
  it('is the same for the same seed, and another for another', async () => {
    await demoData('again', '--seed', '1', '--master', '2000');
    await demoData('other', '--seed', '2', '--master', '2000');
    const { files } = JSON.parse(await readFile(join(folder, 'market/manifest.json'), 'utf8')) as {
      files: { file: string }[];
    };
    for (const { file } of files)
      expect([file, await hash(`again/${file}`)]).toEqual([file, await hash(`market/${file}`)]);
    expect(await hash('other/master.ndjson')).not.toBe(await hash('market/master.ndjson'));
  });

  it('has the size that was asked for, and says so', async () => {
    const { stdout } = await demoData('sized', '--master', '777', '--only', 'members,master', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { kind: 'members', file: 'members.ndjson', records: expect.any(Number) },
        { kind: 'master', file: 'master.ndjson', records: 777 },
      ],
      demo: { member_code: '10010001', member_group_codes: ['G001', 'F001'] },
    });
    expect(await records('sized/master.ndjson')).toHaveLength(777);
  });

  it('names only members that exist', async () => {
    const members = await records<Required<MemberImport>>('market/members.ndjson');
    const codes = new Set(members.map(({ member_code }) => member_code));
    expect(codes.size).toBe(members.length);
    const named = members.flatMap((member) => [member.head_office_member_code, member.fc_owner_member_code]);
    for (const { member_code, member_code_partner, member_code_order_to } of await master()) {
      named.push(member_code, member_code_partner, member_code_order_to);
    }
    expect([...new Set(named)].filter((code) => code !== '' && !codes.has(code))).toEqual([]);
  });

  it('has chains with stores, a franchise with owners, and suppliers', async () => {
    const members = await records<Required<MemberImport>>('market/members.ndjson');
    const stores = members.filter(({ head_office_member_code }) => head_office_member_code === '10010001');
    const franchised = stores.filter(({ fc_owner_member_code }) => fc_owner_member_code !== '');
    expect(stores.length).toBeGreaterThan(10);
    expect(new Set(franchised.map(({ fc_owner_member_code }) => fc_owner_member_code)).size).toBeGreaterThan(1);
    expect(franchised.every(({ fc_owner_code }) => fc_owner_code !== '')).toBe(true);
    expect(members.filter(({ member_group_code }) => member_group_code.startsWith('S')).length).toBeGreaterThan(9);
  });

  it('puts every field into every record, in the order of the contract', async () => {
    for (const record of await master()) {
      expect(Object.keys(record)).toEqual([...masterHeaderFields, 'buy', 'catalog']);
      for (const line of record.buy) expect(Object.keys(line)).toEqual(buyLine.fieldNames);
      for (const line of record.catalog) expect(Object.keys(line)).toEqual(catalogLine.fieldNames);
    }
    const fields = importRecords.members.fieldNames;
    for (const member of await records<object>('market/members.ndjson')) expect(Object.keys(member)).toEqual(fields);
  });

  it('gives a product to a member only once, and a catalog_id as well', async () => {
    const keys = new Set<string>();
    const catalogIds = new Set<string>();
    let lines = 0;
    const all = await master();
    for (const { member_code, member_code_partner, buy, catalog } of all) {
      keys.add([member_code, member_code_partner, (buy[0] ?? catalog[0])?.item_id].join(' '));
      for (const { catalog_id } of catalog) catalogIds.add(`${member_code} ${catalog_id}`);
      lines += catalog.length;
    }
    expect(keys.size).toBe(all.length);
    expect(catalogIds.size).toBe(lines);
  });

  it('stands in the order of the download: own member, partner, item', async () => {
    const keys = (await master()).map(({ member_code, member_code_partner, buy, catalog }) =>
      [member_code, member_code_partner, (buy[0] ?? catalog[0])?.item_id].join(' '),
    );
    expect(keys).toEqual(keys.toSorted());
  });

  it('has one hierarchy of food categories: each code begins with the one above and has one name', async () => {
    const names = new Map<string, string>();
    for (const line of (await master()).flatMap(({ catalog }) => catalog)) {
      expect(line.food_cat_large_code).toMatch(/^\d{2}$/);
      expect(line.food_cat_middle_code).toMatch(new RegExp(`^${line.food_cat_large_code}\\d{2}$`));
      expect(line.food_cat_small_code).toMatch(new RegExp(`^${line.food_cat_middle_code}\\d{2}$`));
      for (const level of ['large', 'middle', 'small'] as const) {
        const code = line[`food_cat_${level}_code`];
        expect(names.get(code) ?? line[`food_cat_${level}_name`]).toBe(line[`food_cat_${level}_name`]);
        names.set(code, line[`food_cat_${level}_name`]);
      }
    }
    expect(names.size).toBeGreaterThan(60);
  });

  it('lets the master filters find something on either side', async () => {
    const all = await master();
    const lines = all.flatMap(({ catalog }) => catalog);
    for (const [field, values] of Object.entries({
      share_flg: ['0', '1'],
      view_active_code: ['0', '1'],
      sell_stop_active_code: ['0', '1'],
      status_code: ['0', '1', '2', '3'],
      tax_rate_code: ['0', '1', '2'],
      item_deleted_code: ['0', '1'],
    })) {
      const found = new Set(lines.map((line) => line[field as 'share_flg']));
      expect([field, [...found].toSorted()]).toEqual([field, values]);
    }
    expect(all.some(({ catalog }) => catalog.length === 0)).toBe(true);
    expect(all.some(({ buy }) => buy.length === 0)).toBe(true);
    expect(new Set(all.flatMap(({ buy }) => buy.map(({ stock_class }) => stock_class)))).toEqual(new Set(['1', '2']));
  });
});

describe('the command', () => {
  it.each([
    ['a size that is none', ['--size', 'huge'], /small \(1000 master records\)|whole number/],
    ['a day that does not exist', ['--today', '2026-02-30'], /day that exists/],
    ['an unknown kind', ['--only', 'prices'], /Unknown kind prices/],
  ])('refuses %s in one line', async (_name, options, message) => {
    await expect(demoData('refused', ...options)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
  });

  it('says in one line when the folder cannot be written', async () => {
    const failure = await run(process.execPath, [main, '--out', main]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(/^demo-data: EEXIST[^\n]*\n$/) });
  });
});

type Filled<T> = { [Key in keyof T]-?: T[Key] };
interface Master extends Filled<Omit<MasterImport, 'buy' | 'catalog'>> {
  readonly buy: Record<(typeof buyLine.fieldNames)[number], string>[];
  readonly catalog: Record<(typeof catalogLine.fieldNames)[number], string>[];
}

function master(): Promise<Master[]> {
  return records<Master>('market/master.ndjson');
}
