import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aMember, aProduct, Workplace } from './run-tpctl.js';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await Workplace.make();
  await workplace.write('members.ndjson', [aMember('10000001'), aMember('90000001')]);
  await workplace.tpctl(['import', 'members', 'members.ndjson']);
});

afterEach(() => workplace.remove());

describe('tpctl export', () => {
  it('writes a file whose import changes nothing', async () => {
    await workplace.write('master.ndjson', [aProduct('10000001', 'A1'), aProduct('10000001', 'A2')]);
    await workplace.tpctl(['import', 'master', 'master.ndjson']);
    expect(await workplace.tpctl(['export', 'master', '--out', 'exported.ndjson'])).toEqual({
      code: 0,
      stdout: '2 records are in exported.ndjson\n',
      stderr: '',
    });
    expect((await readdir(workplace.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const again = await workplace.tpctl(['import', 'master', 'exported.ndjson', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ read: 2, unchanged: 2, refused: 0 });
  });

  it('writes to standard output, and says how much in JSON beside it', async () => {
    const { code, stdout, stderr } = await workplace.tpctl(['export', 'members', '--json']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([aMember('10000001'), aMember('90000001')]);
    expect(JSON.parse(stderr)).toEqual({ kind: 'members', record_count: 2 });
    const file = await workplace.tpctl(['export', 'members', '--json', '--out', 'm.ndjson']);
    expect(JSON.parse(file.stdout)).toEqual({
      kind: 'members',
      record_count: 2,
      file: join(workplace.folder, 'm.ndjson'),
    });
    expect(await readFile(join(workplace.folder, 'm.ndjson'), 'utf8')).toBe(stdout);
    await workplace.tpctl(['export', 'members', '--out', 'm.ndjson.gz']);
    expect(gunzipSync(await readFile(join(workplace.folder, 'm.ndjson.gz'))).toString()).toBe(stdout);
  });

  it.each([
    [['export', 'slips'], /Unknown kind slips: one of members, master, trade/],
    [['export', 'trade', '--out', 'missing/trade.ndjson'], /missing\/trade.ndjson: there is no such file or folder/],
  ])('refuses %j', async (args, reason) => {
    expect(await workplace.tpctl(args)).toMatchObject({ stdout: '', stderr: expect.stringMatching(reason) });
  });
});
