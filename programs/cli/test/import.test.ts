import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { importRecords } from '@trading-platform/domain-types';
import { importKinds } from '@trading-platform/ordering/typeorm';
import { aMember, aProduct, Workplace } from './run-tpctl.js';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await Workplace.make();
  await workplace.write('members.ndjson', [aMember('10000001'), aMember('90000001')]);
});

afterEach(() => workplace.remove());

describe('tpctl import', () => {
  it('loads members and master records, and changes nothing the second time', async () => {
    await workplace.write('master.ndjson', [aProduct('10000001', 'A1'), aProduct('10000001', 'A2')]);
    expect(await workplace.tpctl(['import', 'members', 'members.ndjson'])).toEqual({
      code: 0,
      stdout: '2 read: 2 added, 0 changed, 0 unchanged, 0 refused\n',
      stderr: '',
    });
    const first = await workplace.tpctl(['import', 'master', 'master.ndjson', '--json']);
    const second = await workplace.tpctl(['import', 'master', 'master.ndjson', '--json']);
    const nothing = { kind: 'master', read: 2, changed: 0, refused: 0, refusals: [], warnings: [], applied: true };
    expect(JSON.parse(first.stdout)).toEqual({ ...nothing, added: 2, unchanged: 0 });
    expect(JSON.parse(second.stdout)).toEqual({ ...nothing, added: 0, unchanged: 2 });
  });

  it('names each refused line with its reason, loads the rest and ends without success', async () => {
    await workplace.tpctl(['import', 'members', 'members.ndjson']);
    await workplace.write('master.ndjson', [
      aProduct('10000001', 'A1'),
      aProduct('10000002', 'A1'),
      aProduct('10000001', 'A2', { colour: 'red' }),
    ]);
    const result = await workplace.tpctl(['import', 'master', 'master.ndjson', '--json']);
    expect(result.code).toBe(1);
    const lines = result.stderr.trimEnd().split('\n');
    expect(lines.map((line) => line.split(': ')[0])).toEqual(['master.ndjson:2', 'master.ndjson:3', 'tpctl']);
    expect(lines[0]).toContain('10000002');
    expect(lines[1]).toContain('colour');
    expect(lines[2]).toBe('tpctl: master.ndjson: 2 of 3 lines were refused');
    expect(JSON.parse(result.stdout)).toMatchObject({ read: 3, added: 1, refused: 2, applied: true });
  });

  it('loads nothing with --atomic when one line is refused', async () => {
    await workplace.tpctl(['import', 'members', 'members.ndjson']);
    await workplace.write('master.ndjson', [aProduct('10000001', 'A1'), {}]);
    const atomic = await workplace.tpctl(['import', 'master', 'master.ndjson', '--atomic']);
    expect(atomic).toMatchObject({ code: 1, stdout: expect.stringContaining('nothing was loaded (atomic)') });
    const again = await workplace.tpctl(['import', 'master', 'master.ndjson', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 1, unchanged: 0 });
  });

  it('keeps amounts of old data that are no decimals, where it is told to, and tells what is odd', async () => {
    await workplace.tpctl(['import', 'members', 'members.ndjson']);
    const slip = { trade_id: 'T1', member_code_self: '10000001', status_code: '40', trade_total: '▲500' };
    await workplace.write('trade.ndjson', [slip, { ...slip, trade_id: 'T2', trade_total: '-500', slip_kind: '2' }]);
    const form = 'must be a decimal with at most 12 digits before the point and 4 after it';
    expect(await workplace.tpctl(['import', 'trade', 'trade.ndjson'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`trade.ndjson:1: trade_total: ${form}\n`),
    });
    await workplace.write('old.ndjson', [slip, { ...slip, status_code: '10', slip_kind: '2' }]);
    expect(await workplace.tpctl(['import', 'trade', 'old.ndjson', '--amounts-as-text'])).toEqual({
      code: 0,
      stdout: '2 read: 1 added, 0 changed, 1 unchanged, 0 refused\n',
      stderr:
        'old.ndjson:2: warning: slip_kind: is not used with status_code 10 and 20, which are kinds of their own\n',
    });
    const wrong = [
      ['members', 'members.ndjson'],
      ['trade', 'old.ndjson', '--delete'],
    ];
    for (const args of wrong) {
      expect(await workplace.tpctl(['import', ...args, '--amounts-as-text'])).toMatchObject({
        code: 1,
        stderr: 'tpctl: --amounts-as-text is for loads of master and trade only\n',
      });
    }
  });

  it('checks and loads nothing with --dry-run', async () => {
    const dry = await workplace.tpctl(['import', 'members', 'members.ndjson', '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was loaded (dry run)') });
    const real = await workplace.tpctl(['import', 'members', 'members.ndjson', '--json']);
    expect(JSON.parse(real.stdout)).toMatchObject({ added: 2 });
  });

  it('removes with --delete what the lines name, and counts what was not there', async () => {
    await workplace.tpctl(['import', 'members', 'members.ndjson']);
    await workplace.write('master.ndjson', [aProduct('10000001', 'A1'), aProduct('10000001', 'A2')]);
    await workplace.tpctl(['import', 'master', 'master.ndjson']);
    expect(await workplace.tpctl(['import', 'members', 'members.ndjson', '--delete'])).toEqual({
      code: 1,
      stdout: '2 read: 0 removed, 0 not there, 2 refused\n',
      stderr:
        'members.ndjson:1: member_code: member 10000001 is still named by products or slips\n' +
        'members.ndjson:2: member_code: member 90000001 is still named by products or slips\n' +
        'tpctl: members.ndjson: 2 of 2 lines were refused\n',
    });
    const dry = await workplace.tpctl(['import', 'master', 'master.ndjson', '--delete', '--dry-run']);
    expect(dry.stdout).toBe('2 read: 2 removed, 0 not there, 0 refused; nothing was removed (dry run)\n');
    const key = { member_code: '10000001', member_code_partner: '90000001', buy: [{ item_id: 'A1' }] };
    await workplace.write('keys.ndjson', [key, key]);
    const removed = await workplace.tpctl(['import', 'master', 'keys.ndjson', '--delete', '--json']);
    expect(JSON.parse(removed.stdout)).toEqual({
      kind: 'master',
      read: 2,
      removed: 1,
      not_there: 1,
      refused: 0,
      refusals: [],
      applied: true,
    });
    const again = await workplace.tpctl(['import', 'master', 'master.ndjson', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ added: 1, unchanged: 1 });
  });

  it('reads a long file as it reads a short one', async () => {
    await workplace.tpctl(['import', 'members', 'members.ndjson']);
    const lines = Array.from({ length: 1_700 }, (_, index) => aProduct('10000001', `A${index}`));
    for (const number of [3, 900, 1_650]) lines[number - 1] = aProduct('10000001', 'B', { colour: 'red' });
    lines[1_200] = aProduct('10000002', 'B');
    await workplace.write('long.ndjson', lines);
    const first = await workplace.tpctl(['import', 'master', 'long.ndjson', '--json']);
    const unknownField = 'colour: unknown field';
    const refusals = [
      { line: 3, reason: unknownField },
      { line: 900, reason: unknownField },
      { line: 1_201, reason: 'member_code: member 10000002 does not exist' },
      { line: 1_650, reason: unknownField },
    ];
    expect(JSON.parse(first.stdout)).toMatchObject({ read: 1_700, added: 1_696, refused: 4, refusals });
    expect(first.stderr.trimEnd().split('\n')).toEqual([
      ...refusals.map(({ line, reason }) => `long.ndjson:${line}: ${reason}`),
      'tpctl: long.ndjson: 4 of 1700 lines were refused',
    ]);
    const atomic = await workplace.tpctl(['import', 'master', 'long.ndjson', '--atomic', '--json']);
    expect(JSON.parse(atomic.stdout)).toMatchObject({ unchanged: 1_696, refusals, applied: false });
  });

  it('reads standard input with -', async () => {
    const input = `${JSON.stringify(aMember('10000001'))}\n`;
    const { code, stdout } = await workplace.tpctl(['import', 'members', '-', '--json'], { input });
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, read: 1, added: 1 });
  });

  it('reads UTF-16 with a byte order mark and CRLF, and names the byte that is no text', async () => {
    const text = `${JSON.stringify({ member_code: '30000001', member_name: '東京🗼' })}\r\n`;
    const path = join(workplace.folder, 'wide.ndjson');
    await writeFile(path, `\ufeff${text}`, 'utf16le');
    expect(await workplace.tpctl(['import', 'members', 'wide.ndjson'])).toMatchObject({
      code: 0,
      stdout: '1 read: 1 added, 0 changed, 0 unchanged, 0 refused\n',
    });
    await writeFile(path, Buffer.concat([Buffer.from(text), Buffer.from([0x7b, 0x22, 0x93, 0x8c])]));
    expect(await workplace.tpctl(['import', 'members', 'wide.ndjson'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'wide.ndjson:2: is not UTF-8 at byte offset 2 of the line: write the file as UTF-8, or as UTF-16 with a byte order mark\n',
      ),
    });
  });

  it("takes files relative to the caller's folder when npm runs it from elsewhere", async () => {
    const elsewhere = join(workplace.folder, 'elsewhere');
    await mkdir(elsewhere);
    const fromThere = { env: { INIT_CWD: elsewhere } };
    expect(await workplace.tpctl(['import', 'members', '../members.ndjson'], fromThere)).toMatchObject({ code: 0 });
    expect(await workplace.tpctl(['import', 'members', 'members.ndjson'], fromThere)).toMatchObject({ code: 1 });
  });

  it('knows every kind of file, and its help names them', async () => {
    const { stdout } = await workplace.tpctl(['import', '--help']);
    expect(importKinds.toSorted()).toEqual(Object.keys(importRecords).toSorted());
    for (const kind of importKinds) expect(stdout).toContain(kind);
  });

  it.each([
    [
      'a file that is not there',
      ['members', 'none.ndjson'],
      /^tpctl: none\.ndjson: there is no such file or folder: check the name\n$/,
    ],
    ['a folder', ['members', '.'], /^tpctl: \.: is a folder: name a file\n$/],
    [
      'an unknown kind',
      ['products', 'members.ndjson'],
      /^tpctl: Unknown kind products: one of members, master[^\n]*\n$/,
    ],
    [
      '--merge for what is no setting',
      ['members', 'members.ndjson', '--merge'],
      /^tpctl: --merge is for settings only/,
    ],
    [
      '--merge together with --delete',
      ['orderblock', 'members.ndjson', '--merge', '--delete'],
      /^tpctl: --merge and --delete cannot be given together\n$/,
    ],
    ['a missing argument', ['members'], /^tpctl: missing required argument 'file'\n$/],
  ])('refuses %s in one line', async (_name, args, message) => {
    expect(await workplace.tpctl(['import', ...args])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });

  it('names every wrong setting in one line, without a secret', async () => {
    const env = { ORDERING_DATABASE_URL: 'mysql://u:hidden@host/db', AUTH_SECRET_KEY: 'short' };
    const { code, stderr } = await workplace.tpctl(['import', 'members', 'members.ndjson'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tpctl: wrong settings: [^\n]*AUTH_SECRET_KEY[^\n]*\n$/);
    expect(stderr).toContain('ORDERING_DATABASE_URL');
    expect(stderr).not.toMatch(/hidden|short/);
  });

  it('says in one line when the database cannot be opened', async () => {
    await workplace.write('no-database', [{ text: 'this is not a database, only a file that stands in its place' }]);
    const env = { ORDERING_DATABASE_URL: `sqlite:${join(workplace.folder, 'no-database')}` };
    expect(await workplace.tpctl(['import', 'members', 'members.ndjson'], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'tpctl: the database file is not a SQLite database\n',
    });
  });
});

describe('tpctl migrate', () => {
  it('makes the tables once, and says beforehand what it would do', async () => {
    const before = JSON.parse((await workplace.tpctl(['migrate', '--dry-run', '--json'])).stdout) as Migrations;
    expect(before.applied).toBe(false);
    expect(before.auth.length).toBeGreaterThan(0);
    expect(before.ordering.length).toBeGreaterThan(0);
    expect(before.batch.length).toBeGreaterThan(0);
    expect(await readdir(workplace.folder)).toEqual(['members.ndjson']);
    const done = JSON.parse((await workplace.tpctl(['migrate', '--json'])).stdout) as Migrations;
    expect(done).toEqual({ ...before, applied: true });
    expect(await workplace.tpctl(['migrate'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('auth: up to date\nordering: up to date\nbatch: up to date\n'),
    });
  });
});

interface Migrations {
  readonly applied: boolean;
  readonly auth: readonly string[];
  readonly ordering: readonly string[];
  readonly batch: readonly string[];
}
