import { beforeEach, describe, expect, it } from '@jest/globals';
import { type FakePlatform, refusal, send } from '@trading-platform/client/testing';
import { eachWithPlatform, type Workplace } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;

eachWithPlatform((scene) => {
  ({ platform, workplace } = scene);
});

const ship = { update_no: 'S1', trade_id: 'T1', version: '2', action: 'ship' };
const receive = { update_no: 'R1', trade_id: 'T2', version: '4', action: 'receive' };
beforeEach(() => workplace.write('updates.json', JSON.stringify({ slip_list: [ship, receive] })));

const credentials = ['--credentials', 'caller.json'];
const update = ['trade', 'update', 'updates.json', ...credentials];

const made = {
  seq: '1',
  update_no: 'S1',
  trade_id: 'T1',
  result: '0',
  status_code: '60',
  version: '3',
  new_trade_id: '',
  new_check_number: '',
  new_version: '',
  error_list: [],
};
const refused = {
  ...made,
  seq: '2',
  update_no: 'R1',
  trade_id: 'T2',
  result: '1',
  status_code: '40',
  version: '4',
  error_list: [
    {
      error_item: 'action',
      error_code: 'E000022',
      error_detail: 'The slip is ordered (40); possible now: for the buyer cancel.',
    },
  ],
};

/** The body of the request of updates. */
function requested() {
  return platform.callsTo('/trade/update/request')[0]?.body;
}

describe('tp trade update', () => {
  it('shows what became of each update', async () => {
    platform.uploadResults = [made];
    const { code, stdout, stderr } = await workplace.tp(update);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      'UPDATE NO  RESULT    TRADE ID  STATUS  VERSION  RETURN  ERRORS\nS1         accepted  T1        60      3\n',
    );
    expect(requested()).toEqual({ slip_list: [ship, receive] });
  });

  it('fails with the reasons of refusals, and says what shows the slip', async () => {
    platform.uploadResults = [made, refused];
    const { code, stdout, stderr } = await workplace.tp(update);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'tp: 1 of 2 updates were refused. tp trade show T2 shows the version of the slip and the actions that are possible.\n',
    });
    expect(stdout).toContain('action: The slip is ordered (40); possible now: for the buyer cancel. (E000022)');
    expect(await workplace.tp(['batch', 'wait', '7', ...credentials])).toMatchObject({
      stdout: 'Batch 7 is finished: 2 records, 1 of them refused: tp trade result 7\n',
    });
    const result = await workplace.tp(['trade', 'result', '7', '--json', ...credentials]);
    expect([result.code, JSON.parse(result.stdout)]).toEqual([1, [made, refused]]);
  });

  it('shows what was made before the batch broke off', async () => {
    platform.uploadResults = [made];
    platform.states = ['1'];
    platform.disturbances.push(({ path }, response) => {
      if (!/update\/(request|check)$/.test(path)) return false;
      const failed = { ...refusal('E900001', 'batch_id', 'The market is closed'), result: 0, batch_flg: '5' };
      send(response, 200, { ...failed, batch_id: '7', record_count: '0', error_count: '0' });
      return true;
    });
    const { code, stdout, stderr } = await workplace.tp(update);
    expect([code, stdout]).toEqual([1, expect.stringContaining('S1         accepted  T1')]);
    expect(stderr).toMatch(/^The update broke off: only these updates .*\ntp: Batch 7 failed: The market is closed/);
  });

  it('only judges where it is asked to, reads standard input, and prints JSON for programs', async () => {
    platform.uploadResults = [made];
    const command = ['trade', 'update', '-', '--check-only', '--json', ...credentials];
    const { stdout } = await workplace.tp(command, { input: JSON.stringify({ slip_list: [ship] }) });
    expect(JSON.parse(stdout)).toEqual([made]);
    expect(requested()).toEqual({ check_only: '1', slip_list: [ship] });
  });

  it('says in one line what is wrong with a file', async () => {
    await workplace.write('orders.json', '{"order_list":[]}');
    expect(await workplace.tp(['trade', 'update', 'orders.json', ...credentials])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tp: orders.json: has no slip_list\n',
    });
  });
});

describe('the short form of an action', () => {
  it('names the fields that the action takes, and the versions that the caller saw', async () => {
    platform.uploadResults = [made];
    const lines = ['--line', 'T1001=4@1270,T1002=0'];
    const days = ['--delivery-date', '2026-12-03', '--trade-comment', '一部欠品です'];
    const { code } = await workplace.tp(['trade', 'ship', 'T1', '--versions', '2', ...lines, ...days, ...credentials]);
    expect(code).toBe(0);
    expect(requested()).toEqual({
      slip_list: [
        {
          ...ship,
          update_no: expect.stringMatching(/^[0-9a-f-]{36}$/),
          delivery_date: '2026-12-03',
          trade_comment: '一部欠品です',
          detail_list: [
            { trade_prod_id: 'T1001', prod_lot_qty: '4', prod_lot_price: '1270' },
            { trade_prod_id: 'T1002', prod_lot_qty: '0' },
          ],
        },
      ],
    });
  });

  it('reads the present versions, as the side that is named', async () => {
    platform.uploadResults = [made];
    for (const [tradeId, version] of [
      ['T8', '8'],
      ['T9', '9'],
    ] as const) {
      platform.disturbances.push(({ path }, response) => {
        if (!path.endsWith(`/trades/${tradeId}`)) return false;
        const trade = { trade_id: tradeId, version, detail_list: [], actions: [] };
        send(response, 200, { request_id: 'r', result: 0, error_list: [], trade });
        return true;
      });
    }
    const command = [
      'trade',
      'cancel-shipment',
      'T8',
      'T9',
      '--trade-comment',
      'Lost',
      '--member-code-self',
      '50000040',
    ];
    expect(await workplace.tp([...command, ...credentials])).toMatchObject({ code: 0 });
    const same = { action: 'cancel_shipment', trade_comment: 'Lost', member_code_self: '50000040' };
    expect(requested()).toMatchObject({
      slip_list: [
        { ...same, trade_id: 'T8', version: '8' },
        { ...same, trade_id: 'T9', version: '9' },
      ],
    });
  });

  it.each([
    [['request-correction', 'T1', '--versions', '1'], 'Missing: --order-trade-comment'],
    [['confirm', 'T1', 'T2', '--versions', '1'], '2 slips and 1 versions: give one for each'],
    [['ship', 'T1', 'T2', '--line', 'T1001=1'], 'Lines belong to one slip: give one trade_id, or use tp trade update'],
    [['ship', 'T1', '--line', 'T1001'], '--line T1001: write trade_prod_id=quantity, or trade_prod_id=quantity@price'],
  ])('refuses a wrong command line: %j', async (command, message) => {
    expect(await workplace.tp(['trade', ...command, ...credentials])).toEqual({
      code: 2,
      stdout: '',
      stderr: `tp: ${message}\n`,
    });
    expect(platform.calls).toEqual([]);
  });
});
