import { describe, expect, it } from '@jest/globals';
import { type FakePlatform, refusal, send } from '@trading-platform/client/testing';
import { eachWithPlatform, type Workplace } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;

eachWithPlatform((scene) => {
  ({ platform, workplace } = scene);
});

const credentials = ['--credentials', 'caller.json'];
const slip = {
  trade_id: 'T 1',
  status_code: '40',
  trade_total: '1270',
  trade_comment: '',
  partner_group_list: [{ partner_group_code: 'G1', partner_group_name: '' }],
  detail_list: [
    { trade_prod_id: 'T1001', item_name: '卵', prod_lot_qty: '4', subject_code_1: 'S1' },
    { trade_prod_id: 'T1002', item_name: '', prod_lot_qty: '12', subject_code_1: '' },
  ],
  version: '3',
  confirmed_at: '',
  actions: ['cancel', 'change'],
};
const changes = [
  {
    version: '2',
    at: '2026-11-20 10:00:00',
    action: 'generate',
    by: { kind: 'user', user_id: '7', client_id: 'erp', side: 'buyer', member_code: '10010001' },
    changed: ['status_code', 'send_date'],
  },
  {
    version: '1',
    at: '2026-11-19 09:00:00',
    action: 'import',
    by: { kind: 'import', side: '', member_code: '' },
    changed: [],
  },
];

function answer(end: string, body: object, status = 200): void {
  platform.disturbances.push(({ path }, response) => {
    if (!path.endsWith(end)) return false;
    send(response, status, 'result' in body ? body : { request_id: 'r', result: 0, error_list: [], ...body });
    return true;
  });
}

describe('tp trade show', () => {
  it('shows the fields that have a value, and the lines', async () => {
    answer('/trades/T%201', { trade: slip });
    const { code, stdout, stderr } = await workplace.tp(['trade', 'show', 'T 1', ...credentials]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'trade_id            T 1',
        'status_code         40',
        'trade_total         1270',
        'version             3',
        'partner_group_list  G1',
        'actions             cancel, change',
        '',
        'TRADE_PROD_ID  ITEM_NAME  PROD_LOT_QTY',
        'T1001          卵         4',
        'T1002                     12',
        '',
      ].join('\n'),
    );
  });

  it('prints all fields as JSON, of the side that is named', async () => {
    answer('/trades/T1', { trade: slip });
    const command = ['trade', 'show', 'T1', '--member-code-self', '10010001', '--json', ...credentials];
    const { code, stdout } = await workplace.tp(command);
    expect([code, JSON.parse(stdout)]).toEqual([0, slip]);
    expect(platform.callsTo('/trades/T1')).toMatchObject([{ method: 'GET' }]);
  });

  it('says why there is nothing to show', async () => {
    answer('/trades/T0', refusal('E000020', '', 'There is no such slip.'), 404);
    const { code, stdout, stderr } = await workplace.tp(['trade', 'show', 'T0', ...credentials]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^tp: There is no such slip\. \(E000020\) \[http:.*\/trades\/T0, HTTP 404, request_id r\]/);
  });
});

describe('tp trade history', () => {
  it('shows the changes with their actors, page by page', async () => {
    answer('/trades/T1/history', { history_list: changes.slice(0, 1), next_cursor: 'c' });
    answer('/trades/T1/history', { history_list: changes.slice(1), next_cursor: '' });
    const { code, stdout } = await workplace.tp(['trade', 'history', 'T1', ...credentials]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'VERSION  AT                   ACTION    BY                                  CHANGED',
        '2        2026-11-20 10:00:00  generate  buyer: user 7 with erp of 10010001  status_code, send_date',
        '1        2026-11-19 09:00:00  import    import',
        '',
      ].join('\n'),
    );
  });

  it('stops after the most that are wanted, and prints JSON', async () => {
    answer('/trades/T1/history', { history_list: changes, next_cursor: 'c' });
    const { code, stdout } = await workplace.tp(['trade', 'history', 'T1', '--most', '1', '--json', ...credentials]);
    expect([code, JSON.parse(stdout)]).toEqual([0, changes.slice(0, 1)]);
    expect(platform.callsTo('/history')).toHaveLength(1);
  });
});

describe('tp find', () => {
  const nothing = { slip_list: [], order_list: [], batch_list: [], product_list: [], partner_list: [] };
  const partner = { member_code_partner: '50000040', member_name_partner: '北洋乳業', customer_code: '' };

  it('shows what a text finds, by kind', async () => {
    answer('/find', { ...nothing, partner_list: [partner], complete_flg: '0' });
    const { code, stdout } = await workplace.tp(['find', '北洋', 'A', ...credentials]);
    expect([code, stdout]).toEqual([
      0,
      [
        'Partners',
        'MEMBER_CODE_PARTNER  MEMBER_NAME_PARTNER',
        '50000040             北洋乳業',
        '',
        'Some names were not compared: give more words or a code.',
        '',
      ].join('\n'),
    ]);
  });

  it('says that there is nothing', async () => {
    answer('/find', { ...nothing, complete_flg: '1' });
    expect(await workplace.tp(['find', 'x', ...credentials])).toMatchObject({ code: 0, stdout: 'none\n' });
  });
});
