import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { otherMember, ownMember, RunningApi } from './running-api.js';

const partner = '30000003';
const nobody = '99999999';

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start();
});

afterAll(() => api.stop());

async function defects(path: string, body: object): Promise<readonly string[]> {
  const answer = await api.call(path, body);
  const { error_list } = (await answer.json()) as { error_list: { error_item: string; error_code: string }[] };
  expect(answer.status).toBe(error_list.length === 0 ? 200 : 400);
  return error_list.map(({ error_item, error_code }) => `${error_item} ${error_code}`);
}

const settingPaths = ['nottrade', 'orderclosing', 'orderblock'].map((kind) => `/setting/${kind}/download/request`);

describe('all defects of a request are told at once (Spec 7)', () => {
  it('master: members beside the defects of form, in the order of the fields, where they were sent', async () => {
    const body = {
      food_cat_large_code: '123',
      exist_mc: '7',
      member_code_list: [null, otherMember, true, { member_code: '' }, ownMember, { code: nobody }, otherMember],
      client_code_list: [{ a: '1', b: '2' }],
    };
    expect(await defects('/master/download/buy/request', body)).toEqual([
      'food_cat_large_code E000003',
      'exist_mc E000004',
      'member_code_list[1] E000008',
      'member_code_list[2] E000002',
      'member_code_list[5] E000008',
      'member_code_list[6] E000008',
      'client_code_list[0] E000002',
    ]);
  });

  it('trade', async () => {
    const body = { target_date_set: '9', target_date_from: '2026-01-01', member_codes: [nobody, 1.5, otherMember] };
    expect(await defects('/trade/download/request', body)).toEqual([
      'target_date_set E000004',
      'target_date_to E000001',
      'member_codes[0] E000008',
      'member_codes[1] E000002',
      'member_codes[2] E000008',
    ]);
  });

  it.each(settingPaths)('%s', async (path) => {
    const body = {
      member_code_buyer: [nobody],
      member_code_seller: [ownMember, partner, otherMember],
      update_date: 'x',
    };
    expect(await defects(path, body)).toEqual([
      'member_code_buyer[0] E000008',
      'member_code_seller[2] E000008',
      'update_date E000002',
    ]);
    expect(await defects(path, { member_code_buyer: [nobody] })).toEqual([
      'member_code_buyer[0] E000008',
      'member_code_seller E000001',
    ]);
  });

  it('a list that is refused as a whole is not looked into', async () => {
    const member_codes = Array.from({ length: 101 }, () => nobody);
    expect(await defects('/trade/download/request', { member_codes })).toEqual([
      'target_date_set E000001',
      'target_date_from E000001',
      'target_date_to E000001',
      'member_codes E000007',
    ]);
  });

  it.each([
    [nobody, 'nobody', ['member_code_self E000008', 'member_code_partner E000008']],
    [otherMember, partner, ['member_code_self E000008']],
    [ownMember, nobody, ['member_code_partner E000008']],
    ['123456789', nobody, ['member_code_self E000003', 'member_code_partner E000008']],
    ['123456789', partner, ['member_code_self E000003']],
    [nobody, '123456789', ['member_code_self E000008', 'member_code_partner E000003']],
    [ownMember, '', ['member_code_partner E000001']],
    [ownMember, partner, []],
  ])('delivery date: %s with %s', async (member_code_self, member_code_partner, members) => {
    const pair = { member_code_self, member_code_partner };
    const product = { catalog_id: 'catalog-1' };
    for (const path of ['/delivery/shortest', '/delivery/shortest/explain']) {
      expect(await defects(path, { ...pair, details_list: [product] })).toEqual(members);
      expect(await defects(path, { ...pair, details_list: [product, null, {}] })).toEqual([
        ...members,
        'details_list[1] E000001',
        'details_list[2].catalog_id E000001',
      ]);
    }
  });
});

describe('limits that the contract does not name', () => {
  const allTime = { target_date_set: '1', target_date_from: '0001-01-01', target_date_to: '9999-12-31' };

  it('do not hold where they are not set: a period of any length is served', async () => {
    expect(await defects('/trade/download/request', allTime)).toEqual([]);
  });

  it('are told where they are set', async () => {
    const limited = await RunningApi.start({ TRADE_PERIOD_DAYS: '31' });
    try {
      const answer = await limited.call('/trade/download/request', allTime);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        {
          error_list: [
            {
              error_item: 'target_date_to',
              error_code: 'E000006',
              error_detail: 'Send a period of at most 31 days, both ends counted.',
            },
          ],
        },
      ]);
    } finally {
      await limited.stop();
    }
  });
});
