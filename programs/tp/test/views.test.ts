import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FakePlatform } from '@trading-platform/client/testing';
import { eachWithPlatform, type Workplace, withCredentials } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;

eachWithPlatform((scene) => {
  ({ platform, workplace } = scene);
});
beforeEach(() => {
  platform.listElements = [
    { member_code_partner: '50000040', member_name_partner: '東京商店', customer_code: 'K-1', order_block_flg: '0' },
    { member_code_partner: '50000041', member_name_partner: 'Osaka', customer_code: '', order_block_flg: '1' },
  ];
});

const partners = ['partners', ...withCredentials];

describe('a list', () => {
  it.each([
    [['--json', 'member_code_partner,order_block_flg']],
    [['--json=member_code_partner,order_block_flg']],
    [['--most', '2', '--json', 'member_code_partner,order_block_flg']],
  ])('is printed as JSON with some fields: %j', async (options) => {
    const { code, stdout } = await workplace.tp([...partners, ...options]);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [
        { member_code_partner: '50000040', order_block_flg: '0' },
        { member_code_partner: '50000041', order_block_flg: '1' },
      ],
    ]);
  });

  it('is a table with the columns that are named, in their order', async () => {
    const { code, stdout } = await workplace.tp([...partners, '--columns', 'member_name_partner,member_code_partner']);
    const lines = [
      'MEMBER_NAME_PARTNER  MEMBER_CODE_PARTNER',
      '東京商店             50000040',
      'Osaka                50000041',
    ];
    expect([code, stdout]).toEqual([0, `${lines.join('\n')}\n`]);
  });

  it.each([
    ['--json', 'no field member_code'],
    ['--columns', 'no column member_code'],
  ])('names its fields if %s asks for another one', async (option, message) => {
    const { code, stderr } = await workplace.tp([...partners, option, 'member_code,order_block_flg']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${message}: name some of member_code_partner, `)]);
  });

  it('takes a number after --json as the argument that it is', async () => {
    platform.uploadResults = [];
    const { code, stdout } = await workplace.tp(['order', 'result', '--json', '7', ...withCredentials]);
    expect([code, stdout]).toEqual([0, '[]\n']);
  });
});
