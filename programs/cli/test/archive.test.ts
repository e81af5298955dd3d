import { appendFile, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@trading-platform/database';
import { aMember, Workplace } from './run-tpctl.js';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await Workplace.make();
  await mkdir(join(workplace.folder, 'archive'));
});
afterEach(() => workplace.remove());

const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await workplace.tpctl([...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as { volumes: string[] };
};
const volumes = () => readdir(join(workplace.folder, 'archive'));

const aSlip = (trade_id: string, update_date: string) => ({
  trade_id,
  member_code_self: '10000001',
  member_code_partner: '90000001',
  status_code: '60',
  update_date,
});

async function fillSlips(): Promise<void> {
  await workplace.write('members.ndjson', [aMember('10000001'), aMember('90000001')]);
  await workplace.write('slips.ndjson', [aSlip('OLD', '2020-02-29 00:00:00'), aSlip('YOUNG', '2199-01-01 00:00:00')]);
  await run('import', 'members', 'members.ndjson');
  await run('import', 'trade', 'slips.ndjson');
}

describe('tpctl archive', () => {
  it('says what would go, moves it, notes it, and brings it back', async () => {
    await fillSlips();
    const exported = (await workplace.tpctl(['export', 'trade'])).stdout;
    const archive = ['archive', 'slips', '--months', '24', '--to', 'archive'];
    const before = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);
    expect(await run(...archive, '--dry-run')).toEqual({
      kind: 'slips',
      before,
      applied: false,
      units: 1,
      lines: { trade: 1, marks: 0, history: 1, lives: 0 },
      volumes: [],
    });
    expect(await volumes()).toEqual([]);
    const done = await run(...archive);
    expect(done).toMatchObject({ kind: 'slips', applied: true, removed: 1, changed: 0, volumes: [expect.anything()] });
    const [volume = ''] = await volumes();
    expect(volume).toMatch(/^slips-\d{8}T\d{9}Z-[0-9a-f]{6}$/);
    expect((await readdir(join(workplace.folder, 'archive', volume))).toSorted()).toEqual([
      'history.ndjson.gz',
      'index.ndjson.gz',
      'lives.ndjson.gz',
      'marks.ndjson.gz',
      'removed.json',
      'trade.ndjson.gz',
      'volume.json',
    ]);
    expect((await workplace.tpctl(['export', 'trade'])).stdout).not.toContain('"OLD"');
    expect(await run('audit')).toMatchObject([
      { event: 'records.archived', detail: { kind: 'slips', units: 1, volume: done.volumes[0] } },
    ]);
    expect(await run(...archive)).toMatchObject({ removed: 0, volumes: [] });
    const back = { kind: 'slips', refused: 0, marks: 0, changes: 1 };
    expect(await run('load-archive', `archive/${volume}`)).toEqual({ ...back, views: 1 });
    expect(await run('load-archive', `archive/${volume}`)).toEqual({ ...back, views: 0 });
    expect((await workplace.tpctl(['export', 'trade'])).stdout).toBe(exported);
  });

  it('removes nothing of a volume whose file was damaged, and says which', async () => {
    await fillSlips();
    await run('archive', 'slips', '--months', '24', '--to', 'archive');
    const [volume = ''] = await volumes();
    await run('load-archive', `archive/${volume}`);
    const folder = join(workplace.folder, 'archive', volume);
    await rm(join(folder, 'removed.json'));
    await appendFile(join(folder, 'trade.ndjson.gz'), 'x');
    const damaged = `tpctl: ${join(folder, 'trade.ndjson.gz')}: is not the file that was written; bring it back from a copy\n`;
    for (const command of [
      ['archive', 'slips', '--months', '24', '--to', 'archive'],
      ['load-archive', `archive/${volume}`],
    ]) {
      expect(await workplace.tpctl(command)).toEqual({ code: 1, stdout: '', stderr: damaged });
    }
    expect((await workplace.tpctl(['export', 'trade'])).stdout).toContain('"OLD"');
  });

  it('moves audit events, which tpctl audit shows from their volume', async () => {
    await run('client', 'create', '--name', 'old');
    const auth = await openDatabase({ address: `sqlite:${join(workplace.folder, 'auth.sqlite')}`, schemas: [] });
    await auth.execute(`INSERT INTO auth_audit (happened_at, event, outcome, address, user_id)
      SELECT 1000 + value, 'user.refused', 'refused', '10.0.0.1', 'tanaka' || (value % 2)
      FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2500) SELECT value FROM n)`);
    await auth.close();
    const known = await run('audit', '--user-id', 'tanaka1', '--limit', '5000');
    expect(known).toHaveLength(1_250);
    const { volumes: made } = await run('archive', 'audit', '--months', '1', '--to', 'archive');
    expect(made).toHaveLength(1);
    expect(await run('audit', '--user-id', 'tanaka1')).toEqual([]);
    const volume = made[0] ?? '';
    expect(await run('audit', '--user-id', 'tanaka1', '--limit', '5000', '--archive', volume)).toEqual(known);
    expect(await run('audit', '--user-id', 'tanaka1', '--limit', '3', '--archive', volume)).toEqual(
      (known as unknown as object[]).slice(0, 3),
    );
    expect(await run('audit')).toMatchObject([{ event: 'records.archived' }, { event: 'client.created' }]);
    expect(await workplace.tpctl(['load-archive', volume])).toEqual({
      code: 1,
      stdout: '',
      stderr: `tpctl: ${volume} has audit: "tpctl audit --archive ${volume}" shows them\n`,
    });
  });

  it('takes away what a run has left that was killed long ago while it wrote', async () => {
    for (const name of ['slips-20200101T000000000Z-000000.part', 'slips-20200101T000000000Z-000001.part']) {
      await mkdir(join(workplace.folder, 'archive', name));
    }
    await utimes(join(workplace.folder, 'archive', 'slips-20200101T000000000Z-000000.part'), 1, 1);
    await run('archive', 'slips', '--months', '12', '--to', 'archive');
    expect(await volumes()).toEqual(['slips-20200101T000000000Z-000001.part']);
  });

  it.each([
    [['orders', '--months', '24', '--to', 'archive'], 'Unknown kind orders: one of slips, upload-numbers, audit'],
    [
      ['slips', '--months', '11', '--to', 'archive'],
      '--months 11: slips stay 12 months at least, because callers have a year to fetch them',
    ],
    [
      ['upload-numbers', '--months', '23', '--to', 'archive'],
      '--months 23: upload-numbers stay 24 months at least, because an order that is sent again must be known as long as it could be accepted',
    ],
    [['slips', '--months', '24', '--to', 'missing'], 'missing: there is no such file or folder: check the name'],
  ])('refuses %j', async (args, reason) => {
    expect(await workplace.tpctl(['archive', ...args])).toEqual({ code: 1, stdout: '', stderr: `tpctl: ${reason}\n` });
    expect(await volumes()).toEqual([]);
  });

  it('needs a whole number of months', async () => {
    const { code, stderr } = await workplace.tpctl(['archive', 'slips', '--months', '1.5', '--to', 'archive']);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Expected a whole number of months'),
    });
    expect(await readFile(join(workplace.folder, 'ordering.sqlite')).catch(() => 'none')).toBe('none');
  });
});
