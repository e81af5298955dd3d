import { readdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { aRange, type FakePlatform, FakeRecords, refusal, send } from '@trading-platform/client/testing';
import { openOrderFile } from '@trading-platform/order-file';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { eachWithPlatform, type Workplace, withCredentials } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;
let url: string;

eachWithPlatform((scene) => {
  ({ platform, url, workplace } = scene);
});

function read(file: string): Promise<string> {
  return readFile(join(workplace.folder, file), 'utf8');
}

describe('tp download', () => {
  it('writes every record as a line and says how many', async () => {
    platform.recordCount = 25;
    const args = ['download', 'master', ...withCredentials, '--out', 'master.ndjson', '--records-per-get', '10'];
    expect(await workplace.tp(args)).toEqual({
      code: 0,
      stdout: '25 records of batch 7 are in master.ndjson\n',
      stderr: '',
    });
    expect(await read('master.ndjson')).toBe(`${aRange(1, 25).join('\n')}\n`);
    expect((await readdir(workplace.folder)).toSorted()).toEqual(['caller.json', 'master.ndjson']);
  });

  it('sends each flag as the field of the request', async () => {
    const flags = ['--food-cat-large-code', '10', '--exist-mc', '1', '--member-code', '10000001,10000002'];
    await workplace.tp(['download', 'master', ...withCredentials, ...flags, '--member-code', '10000003']);
    expect(platform.callsTo('/request')[0]?.body).toEqual({
      food_cat_large_code: '10',
      exist_mc: '1',
      member_code_list: ['10000001', '10000002', '10000003'],
    });
  });

  it('writes to standard output unless told otherwise, the summary aside', async () => {
    const { code, stdout, stderr } = await workplace.tp(['download', 'master', ...withCredentials, '--json']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${aRange(1, 10).join('\n')}\n` });
    expect(JSON.parse(stderr)).toEqual({ batch_id: '7', record_count: 10 });
  });

  it.each([
    ['e.ndjson.gz', (bytes: Buffer) => gunzipSync(bytes).toString(), ''],
    ['e.json', String, '[\n\n]\n'],
    [
      'e.csv.gz',
      (bytes: Buffer) => gunzipSync(bytes).toString(),
      expect.stringMatching(/^batch_id,seq,[^\n]*,catalog_item_id,[^\n]*\r\n$/),
    ],
    ['e.xlsx', (bytes: Buffer) => readWorkbookRows(bytes), [expect.arrayContaining(['batch_id', 'catalog_item_id'])]],
    [
      'e.parquet',
      (bytes: Buffer) => tableFromIPC(readParquet(bytes).intoIPCStream()).schema.names,
      expect.arrayContaining(['batch_id', 'catalog_item_id']),
    ],
  ])('writes a whole file where there is no record: %s', async (name, contentOf, content) => {
    platform.recordCount = 0;
    expect(await workplace.tp(['download', 'master', ...withCredentials, '--out', name])).toEqual({
      code: 0,
      stdout: `0 records of batch 7 are in ${name}\n`,
      stderr: '',
    });
    const bytes = await readFile(workplace.path(name));
    // Node gets no bytes from an empty gzip member. Other programs require this member in an empty file.
    expect(bytes.length).toBeGreaterThan(0);
    expect(await contentOf(bytes)).toEqual(content);
  });

  it('names all columns of a Parquet file that must stay text, and continues with them without another download', async () => {
    const trade = new FakeRecords('trade_id');
    const totals = ['12', 'twelve', '13 yen'];
    const create_date = '2026-11-01 09:00:00';
    trade.put(
      ...totals.map((trade_total, index) => ({ trade_id: `T${index}`, create_date, trade_total, detail_list: [] })),
    );
    trade.put({ trade_id: 'T9', create_date, order_day: 'soon', detail_list: [] });
    platform.followed.set('/trade/download', trade);
    const period = ['--target-date-set', '1', '--target-date-from', '2026-11-01', '--target-date-to', '2026-11-30'];
    const command = ['download', 'trade', ...withCredentials, ...period, '--table', 'header', '--out', 't.parquet'];
    const form = 'decimal with at most 12 digits before the point and 4 after it';
    expect(await workplace.tp(command)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `tp: t.parquet: record 2: trade_total is "twelve", which is no ${form} (and 1 more); record 4: order_day is "soon", which is no date. ` +
        'The same command with --text-column trade_total,order_day writes these columns as text, without another download.\n',
    });
    const calls = platform.calls.length;
    expect(await workplace.tp([...command, '--text-column', 'trade_total,order_day'])).toMatchObject({ code: 0 });
    expect(platform.calls.slice(calls).filter(({ path }) => /request|get$/.test(path))).toEqual([]);
    const table = tableFromIPC(readParquet(await readFile(workplace.path('t.parquet'))).intoIPCStream());
    expect(table.toArray().map((row) => String(row.trade_total))).toEqual([...totals, '']);
  });

  it('does not guess what a file of another ending should be', async () => {
    expect(await workplace.tp(['download', 'master', ...withCredentials, '--out', 'x.pdf'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'tp: --out x.pdf: tp writes .ndjson, .json, .csv, .xlsx, .parquet, and .gz after each but the last two; ' +
        '--format names a format for any file name\n',
    });
    expect(platform.callsTo('')).toEqual([]);
  });

  it('leaves the batch fields out for an import', async () => {
    await workplace.tp(['download', 'master', ...withCredentials, '--for-import', '--out', 'master.ndjson']);
    const [line = ''] = (await read('master.ndjson')).split('\n');
    expect(Object.keys(JSON.parse(line) as object)).toEqual(['member_name', 'op_name', 'buy', 'catalog']);
  });

  it('goes on with a batch of before', async () => {
    await workplace.tp(['download', 'master', ...withCredentials, '--batch-id', '3']);
    expect(platform.callsTo('/request')).toEqual([]);
    expect(platform.callsTo('/check')[0]?.body).toEqual({ batch_id: '3' });
  });

  it('takes what is not in a file from the environment and flags, the password also from standard input', async () => {
    const env = {
      TRADING_PLATFORM_API_URL: url,
      TRADING_PLATFORM_CLIENT_ID: 'other',
      TRADING_PLATFORM_CLIENT_SECRET: 'secret',
      TRADING_PLATFORM_USER_ID: 'tanaka',
    };
    const args = ['download', 'master', '--auth-url', url, '--client-id', 'erp', '--out', 'master.ndjson'];
    expect(await workplace.tp(args, { env, input: 'correct horse\n' })).toMatchObject({ code: 0 });
    const withPassword = { ...env, TRADING_PLATFORM_PASSWORD: 'correct horse' };
    expect(await workplace.tp(args, { env: withPassword })).toMatchObject({ code: 0 });
  });

  it('gives its tokens back', async () => {
    await workplace.tp(['download', 'master', ...withCredentials]);
    expect(platform.callsTo('/idp/oauth2/revoke')).toHaveLength(1);
  });

  it('leaves a former file as it was when the download fails', async () => {
    await writeFile(join(workplace.folder, 'master.ndjson'), 'former\n');
    platform.states = ['5', '5', '5'];
    const result = await workplace.tp(['download', 'master', ...withCredentials, '--out', 'master.ndjson']);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr.split('\n')).toEqual([
      'Batch 7 is no longer there (Batch 7 failed: no reason given): beginning anew',
      'Batch 8 is no longer there (Batch 8 failed: no reason given): beginning anew',
      expect.stringMatching(/^tp: Batch 9 failed: no reason given \[request_id r\]\. /),
      '',
    ]);
    expect(await read('master.ndjson')).toBe('former\n');
  });

  it('ends when somebody aborts its batch', async () => {
    platform.states = ['4'];
    const result = await workplace.tp(['download', 'master', ...withCredentials, '--out', 'master.ndjson']);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/^tp: Batch 7 was aborted/) });
    expect(platform.callsTo('/request')).toHaveLength(1);
  });

  const slips = ['download', 'trade', ...withCredentials, '--target-date-set', '1', '--records-per-get', '4'];
  const ofOneDay = [...slips, '--target-date-from', '2026-04-01', '--target-date-to', '2026-04-01'];

  it('acknowledges slips once their file is there, and not before', async () => {
    let before: string[] = [];
    platform.disturbances.push(({ path }) => {
      if (path.endsWith('/delivered')) before = readdirSync(workplace.folder);
      return false;
    });
    expect(await workplace.tp([...ofOneDay, '--out', 'trade.ndjson'])).toMatchObject({ code: 0, stderr: '' });
    expect(before.toSorted()).toEqual(['caller.json', 'trade.ndjson', 'trade.ndjson.lock', 'trade.ndjson.part.json']);
    expect(platform.callsTo('/batches/7/delivered').map(({ body }) => body)).toEqual([{ seq_from: '1', seq_to: '10' }]);
    expect(await workplace.tp(ofOneDay)).toMatchObject({ code: 0, stdout: `${aRange(1, 10).join('\n')}\n` });
    expect(platform.callsTo('/delivered')).toHaveLength(2);
  });

  it('acknowledges nothing that it could not write', async () => {
    const { code } = await workplace.tp([...ofOneDay, '--out', 'no/where.ndjson']);
    expect({ code, acknowledged: platform.callsTo('/delivered') }).toEqual({ code: 2, acknowledged: [] });
  });

  it('says what to do when slips are there and cannot be acknowledged', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/delivered')) return false;
      send(response, 404, refusal('E000009', '', 'It is gone.'));
      return true;
    });
    expect(await workplace.tp([...ofOneDay, '--out', 'trade.ndjson'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'tp: The records 1 to 10 of batch 7 came, but could not be acknowledged: It is gone. (E000009). They are in ' +
        'trade.ndjson; they will count as not downloaded.\n',
    });
    expect(await read('trade.ndjson')).toBe(`${aRange(1, 10).join('\n')}\n`);
  });

  it.each([
    [
      'a wrong password',
      { user_password: 'wrong' },
      3,
      /^tp: User or password is wrong \[http:[^\n]*access_token, HTTP 400\]\. [^\n]*\n$/,
    ],
    ['no client', { client_id: undefined }, 2, /^tp: Missing: --client-id, TRADING_PLATFORM_CLIENT_ID, [^\n]*\n$/],
    [
      'no client secret',
      { client_secret: undefined },
      2,
      /^tp: Missing: TRADING_PLATFORM_CLIENT_SECRET \(never an argument\), [^\n]*\n$/,
    ],
    ['no password', { user_password: undefined }, 2, /^tp: The password is empty: [^\n]*\n$/],
  ])('says in one line that there is %s', async (_name, changes, code, message) => {
    const account = JSON.parse(await read('caller.json')) as object;
    await writeFile(join(workplace.folder, 'caller.json'), JSON.stringify({ ...account, ...changes }));
    expect(await workplace.tp(['download', 'master', ...withCredentials])).toEqual({
      code,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });

  it.each([
    ['a credentials file that is not there', ['--credentials', 'none.json'], /^tp: none\.json: there is no such file/],
    ['one that is no JSON', ['--credentials', 'package.txt'], /^tp: package\.txt: is not a JSON object\n$/],
    [
      'an output folder that is not there',
      [...withCredentials, '--out', 'no/where.ndjson'],
      /^tp: no\/where\.ndjson: there is no such/,
    ],
  ])('says in one line what is wrong with %s', async (_name, args, message) => {
    await writeFile(join(workplace.folder, 'package.txt'), 'user_password = hidden');
    const result = await workplace.tp(['download', 'master', ...args]);
    expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(result.stderr).toMatch(/^[^\n]*\n$/);
    expect(result.stderr).not.toContain('hidden');
  });

  it('asks for what the contract requires', async () => {
    expect(await workplace.tp(['download', 'trade', ...withCredentials, '--target-date-set', '1'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tp: Missing: --target-date-from, --target-date-to\n',
    });
  });
});

async function readWorkbookRows(bytes: Buffer): Promise<readonly (readonly string[])[]> {
  const file = await openOrderFile(new Uint8Array(bytes), 'e.xlsx');
  return file.format === 'table' ? file.rows.map(({ cells }) => cells) : [];
}
