import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type buyLine,
  type catalogLine,
  type FieldDefinition,
  importRecords,
  type MasterImport,
  type MemberImport,
  nameOf,
  slipStatus,
  type TradeImport,
  type tradeDetail,
} from '@trading-platform/domain-types';

const run = promisify(execFile);
const kinds = Object.keys(importRecords) as (keyof typeof importRecords)[];
const main = join(import.meta.dirname, '../dist/main.js');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-data-'));
  await demoData('market', '--seed', '1', '--size', '1000');
});

afterAll(() => rm(folder, { recursive: true }));

function demoData(out: string, ...options: string[]) {
  return run(process.execPath, [main, '--out', join(folder, out), ...options], { env: {} });
}

/** Each file is read only once, because the files have many lines. */
const read = new Map<string, Promise<unknown[]>>();

async function records<T>(file: string): Promise<T[]> {
  const lines =
    read.get(file) ??
    readFile(join(folder, file), 'utf8').then((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    );
  read.set(file, lines);
  return (await lines) as T[];
}

async function hash(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, file)))
    .digest('hex');
}

describe('a demo market', () => {
  it('is the same for the same seed, and another for another', async () => {
    await demoData('again', '--seed', '1', '--master', '1000');
    await demoData('other', '--seed', '2', '--master', '1000', '--only', 'master');
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

  it.each(kinds)('names in %s only members that exist', async (kind) => {
    const members = await records<Required<MemberImport>>('market/members.ndjson');
    const codes = new Set(members.map(({ member_code }) => member_code));
    expect(codes.size).toBe(members.length);
    const named = new Set<string>();
    for (const record of await records<object>(`market/${kind}.ndjson`)) addMemberCodes(record, named);
    expect(named.size).toBeGreaterThan(0);
    expect([...named].filter((code) => !codes.has(code))).toEqual([]);
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

  it.each(kinds)('puts every field into every record of %s, in the order of the contract', async (kind) => {
    const { fields } = importRecords[kind];
    const odd = (await records<object>(`market/${kind}.ndjson`)).find(
      (record) => JSON.stringify(shapeOf(record)) !== JSON.stringify(shapeOfFields(fields, record)),
    );
    expect(odd === undefined ? [] : shapeOf(odd)).toEqual(odd === undefined ? [] : shapeOfFields(fields, odd));
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

describe('the slips', () => {
  it('are two views each, the buyer and the seller being the partner of the other', async () => {
    const [views, slips] = await slipsAndViews();
    expect(views).toHaveLength(3_000);
    expect(slips.size).toBe(1_500);
    const unequal = [...slips.values()].filter(
      ([buyer, seller]) =>
        buyer === undefined ||
        seller === undefined ||
        seller.member_code_self !== buyer.member_code_partner ||
        seller.member_code_partner !== buyer.member_code_self ||
        common(seller) !== common(buyer),
    );
    expect(unequal).toEqual([]);
  });

  it('have all statuses and kinds, and something for every filter on either side', async () => {
    const [views] = await slipsAndViews();
    const values = (field: Exclude<keyof Trade, 'detail_list' | 'partner_group_list'>) =>
      [...new Set(views.map((view) => view[field]))].toSorted();
    expect(values('status_code')).toEqual(Object.values(slipStatus).toSorted());
    expect(values('slip_kind')).toEqual(['1', '2', '5']);
    for (const field of ['use_ac_svc', 'perusal_flg'] as const) expect(values(field)).toEqual(['1', '2']);
    expect(values('resend_flg')).toEqual(['0', '1']);
    expect(new Set(views.flatMap(({ detail_list }) => detail_list.map(({ mod_flg }) => mod_flg)))).toEqual(
      new Set(['0', '1']),
    );
    expect(values('trade_comment').length).toBeGreaterThan(1);
    expect(values('fc_owner_member_code').length).toBeGreaterThan(2);
  });

  it('cover two years, and no day is before the one that it follows', async () => {
    const [views] = await slipsAndViews();
    const orderDays = views.map(({ order_day }) => order_day);
    expect([orderDays[0], orderDays.at(-1)]).toEqual(['2024-11-21', '2026-11-20']);
    expect(orderDays).toEqual(orderDays.toSorted());
    const impossible = views.filter(
      (view) =>
        (view.hope_delivery_date < view.order_day && view.status_code !== slipStatus.reversing) ||
        [view.status_day, view.send_date, view.shipping_send_date, view.receipt_day].some((day) => day > '2026-11-20'),
    );
    expect(impossible).toEqual([]);
  });

  it('add up: lines to rates, rates to totals, at both tax rates and without', async () => {
    const [views] = await slipsAndViews();
    const wrong = views.filter(
      (view) =>
        sum(view.trade_total) !== sum(view.tax_excluded_total, view.tax_total) ||
        sum(view.tax_total) !== sum(view.tax_total_std_rate, view.tax_total_rds_rate) ||
        sum(view.total_std_rate) !== sum(view.tax_excluded_total_std_rate, view.tax_total_std_rate) ||
        sum(view.total_rds_rate) !== sum(view.tax_excluded_total_rds_rate, view.tax_total_rds_rate) ||
        sum(view.tax_excluded_total) !==
          sum(view.tax_excluded_total_std_rate, view.tax_excluded_total_rds_rate, view.tax_excluded_total_tax_free) ||
        view.detail_list.some(
          (line) => Math.abs(sum(line.prod_lot_total) - sum(line.prod_lot_qty) * sum(line.prod_lot_price)) >= 1,
        ) ||
        sum(view.tax_total) !== sum(...view.detail_list.map(({ tax }) => tax)) ||
        sum(view.trade_total) !== sum(...view.detail_list.map(({ prod_lot_sum }) => prod_lot_sum)),
    );
    expect(wrong).toEqual([]);
    const rates = new Set(views.flatMap(({ detail_list }) => detail_list.map(({ tax_rate }) => tax_rate)));
    expect(rates).toEqual(new Set(['0', '8', '10']));
  });

  it('are taken back by reversing slips with the opposite amounts', async () => {
    const [views, slips] = await slipsAndViews();
    const reversing = views.filter(({ status_code }) => status_code === slipStatus.reversing);
    expect(reversing.length).toBeGreaterThan(20);
    for (const view of reversing) {
      const original = slips
        .get(view.trade_id_from)
        ?.find(({ member_code_self }) => member_code_self === view.member_code_self);
      expect(original).toMatchObject({
        check_number: view.check_number_from,
        status_code: expect.stringMatching(/^(80|88|90)$/),
      });
      expect(Number(view.trade_total)).toBe(-Number(original?.trade_total));
    }
  });

  it('carry registration numbers with the right check digit, none for those exempt from tax', async () => {
    const [views] = await slipsAndViews();
    const wrong = views.filter(
      ({ invoice_reg_no, invoice_member_kbn, fc_invoice_reg_no, fc_owner_member_code }) =>
        (invoice_reg_no === '') !== (invoice_member_kbn === '2') ||
        (fc_invoice_reg_no === '') !== (fc_owner_member_code === '') ||
        [invoice_reg_no, fc_invoice_reg_no].some((number) => number !== '' && !hasRightCheckDigit(number)),
    );
    expect(wrong).toEqual([]);
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
interface Trade extends Filled<Omit<TradeImport, 'detail_list'>> {
  readonly detail_list: Record<(typeof tradeDetail.fieldNames)[number], string>[];
}

function master(): Promise<Master[]> {
  return records<Master>('market/master.ndjson');
}

async function slipsAndViews(): Promise<[views: Trade[], slips: Map<string, Trade[]>]> {
  const views = await records<Trade>('market/trade.ndjson');
  return [views, Map.groupBy(views, ({ trade_id }) => trade_id)];
}

/** The fields that are equal for both sides of a slip. */
function common({ detail_list, trade_total, status_code }: Trade): string {
  return JSON.stringify({ detail_list, trade_total, status_code });
}

function sum(...amounts: readonly string[]): number {
  return amounts.reduce((total, amount) => total + Number(amount), 0);
}

/** Returns all member codes in a record, in whatever field they are. */
function addMemberCodes(value: object, codes: Set<string>): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) addMemberCodes(inner as object, codes);
    else if (/member_code/.test(key) && inner !== '') codes.add(String(inner));
  }
}

/** Returns the field names in their order. The names inside a list appear once for each element. */
type Shape = readonly (string | readonly [name: string, elements: readonly Shape[]])[];

function shapeOf(record: object): Shape {
  return Object.entries(record).map(([name, value]) =>
    Array.isArray(value) ? ([name, value.map((element) => shapeOf(element as object))] as const) : name,
  );
}

function shapeOfFields(fields: readonly FieldDefinition[], record: object): Shape {
  return fields.map((definition) => {
    const field = typeof definition !== 'string' && definition.type === 'optional' ? definition.field : definition;
    const name = nameOf(definition);
    if (typeof field === 'string' || field.type !== 'list') return name;
    const elements = (record as Record<string, object[]>)[name] ?? [];
    return [name, elements.map((element) => shapeOfFields(field.item.fields, element))] as const;
  });
}

/**
 * Computes the check digit independently of the generator: the weights are 1 and 2 in turn from the right, and the
 * result is taken modulo 9.
 */
function hasRightCheckDigit(number: string): boolean {
  const digits = number.slice(2).split('').toReversed().map(Number);
  const weighted = digits.reduce((total, digit, index) => total + digit * ((index % 2) + 1), 0);
  return /^T\d{13}$/.test(number) && (weighted + Number(number[1])) % 9 === 0;
}
