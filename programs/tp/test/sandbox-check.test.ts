import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeRecords } from '@trading-platform/client/testing';
import { SandboxFront } from '@trading-platform/sandbox';
import { eachWithPlatform, type Scene, withCredentials } from './run-tp.js';

const records = Array.from({ length: 60 }, (_, index) => ({
  member_code: '10000001',
  member_code_partner: '50000000',
  member_name: '居酒屋 "さくら"',
  buy: [{ item_id: `i-${index}`, stock_price: '12' }],
  catalog: [],
}));

/** A careless client, which tries each call once and writes everything that it gets. */
const naive = `
const { AUTH_URL, API_URL, CLIENT_ID, CLIENT_SECRET, USER_ID, USER_PASSWORD } = process.env;
const form = new URLSearchParams({ user_id: USER_ID, user_password: USER_PASSWORD, client_id: CLIENT_ID, client_secret: CLIENT_SECRET });
const { access_token } = await (await fetch(AUTH_URL + '/api/credentials/access_token', { method: 'POST', body: form })).json();
const call = async (step, body) => (await fetch(API_URL + '/master/download/buy/' + step, {
  method: 'POST',
  body: JSON.stringify(body),
  headers: { authorization: 'Bearer ' + access_token, 'content-type': 'application/json', prefer: 'wait=5' },
})).json();
const { batch_id } = await call('request', {});
const { record_count } = await call('check', { batch_id });
const { master = [] } = await call('get', { batch_id, seq_from: '1', seq_to: record_count });
for (const record of master) console.log(JSON.stringify(record));
`;

let scene: Scene;
let front: SandboxFront;

eachWithPlatform((made) => {
  scene = made;
});

beforeEach(async () => {
  const { platform, url, workplace } = scene;
  platform.states = [];
  platform.followed.set('/master/download/buy', new FakeRecords('member_code', 'member_code_partner', 'item_id'));
  platform.followed
    .get('/master/download/buy')
    ?.put(...records.map((record) => ({ ...record, item_id: record.buy[0]?.item_id })));
  front = await SandboxFront.start({ authUrl: url, apiUrl: url });
  await workplace.write('naive.mjs', naive);
});

afterEach(() => front.stop());

/** The time limit is long, because a busy machine takes long to start programs. A test may set its own limit. */
const check = (...args: string[]) =>
  scene.workplace.tp(['sandbox', 'check', ...withCredentials, '--sandbox', front.url, '--timeout', '10m', ...args]);

describe('tp sandbox check', () => {
  it('says what a client does well, and what it loses or gives up, and exits with 1', async () => {
    const only = 'calm,batch-waits,corrupt-bytes,lost-answer,batch-aborted,narrow-gets,latency';
    const args = ['--only', only, '--parallel', '4', '--json', '--', process.execPath, 'naive.mjs'];
    const { code, stdout, stderr } = await check(...args);
    const { expected, failed, results } = JSON.parse(stdout) as {
      expected: number;
      failed: number;
      results: { scenario: string; passed: boolean; problems: string[]; disturbed: number }[];
    };
    expect({ code, expected, failed }).toEqual({ code: 1, expected: 60, failed: 5 });
    expect(stderr).toBe('tp: 5 of 7 scenarios failed\n');
    const lost = 'It lost 60 records of 60 and ended as if it had succeeded';
    expect(results.map(({ scenario, problems }) => [scenario, problems])).toEqual([
      ['calm', []],
      ['batch-waits', [lost]],
      // The changed digit belongs to a member code.
      [
        'corrupt-bytes',
        ['It lost 1 record of 60 and ended as if it had succeeded', 'It wrote 1 record of 60 that should not be there'],
      ],
      ['lost-answer', [expect.stringMatching(/^It gave up with exit code 1: /)]],
      ['batch-aborted', [lost]],
      ['narrow-gets', [lost]],
      ['latency', []],
    ]);
    expect(results.filter(({ disturbed }) => disturbed === 0).map(({ scenario }) => scenario)).toEqual(['calm']);
  });

  it('finds nothing wrong with tp download, whether it writes a file or not', async () => {
    const scenarios = 'calm,cut-answer,tls-cut,token-expires,reissue-lost,batch-failed,batch-ends,batch-empty';
    const tp = [process.execPath, 'TP', 'download', 'master', '--out', '{scenario}.ndjson'];
    const command = tp.map((word) => (word === 'TP' ? scene.workplace.script : word));
    const toFile = await check('--only', scenarios, '--parallel', '4', '--out', '{scenario}.ndjson', '--', ...command);
    expect(toFile).toMatchObject({ code: 0, stderr: '60 records, and each scenario must deliver all of them:\n' });
    expect(
      toFile.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(0, 4)),
    ).toEqual(Array(8).fill('ok  '));
    const toOutput = await check('--only', 'error-500', '--', ...command.slice(0, -2));
    expect(toOutput.stdout).toMatch(/^ok {2}error-500 {9}60 records \(\d+ of \d+ calls disturbed, [\d.]+ s\)\n$/);
  });

  it('ends a program that does not end by itself', async () => {
    const args = ['--only', 'calm', '--timeout', '1s', '--', process.execPath, '-e', 'setInterval(() => 0, 1e6)'];
    const { code, stdout } = await check(...args);
    expect(code).toBe(1);
    expect(stdout).toContain('It had not ended after 1 s. It has not called the sandbox');
  });

  it.each([
    [['--only', 'nothing'], /The sandbox has no scenario nothing: choose from calm, /],
    [['--sandbox', 'http://127.0.0.1:1'], /No sandbox: http:\/\/127\.0\.0\.1:1 does not answer/],
    [['--sandbox', 'localhost'], /--sandbox localhost is no address/],
    [['--parallel', '2', '--out', 'x.json'], /put \{scenario\} into the name/],
    [['--filter', 'no.json'], /no\.json/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await check(...args, '--', process.execPath, 'naive.mjs');
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
