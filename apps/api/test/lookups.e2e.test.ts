import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { otherMember, ownMember, RunningApi } from './running-api.js';

const seller = '30000003';
const owner = '40000004';
const store = '10000002';

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start();
  await api.load('members', [
    { member_code: owner },
    { member_code: store, head_office_member_code: ownMember, fc_owner_member_code: owner },
  ]);
  await api.load('master', [
    catalogLine('RICE', { lead_time: '1' }),
    catalogLine('STOPPED', { sell_stop_active_code: '1' }),
  ]);
  const closing = { app_ord_flg: '1', target: '0', closing_time: '15:00', oct_set_buyer_or_seller: '1' };
  await api.load('orderclosing', [
    { member_code_buyer: '', seller_list: [{ member_code_seller: seller, orderclosing: [closing] }] },
  ]);
  await api.load('fc-prices', [
    { fc_owner_member_code: owner, food_cat_large_code: '10', method: 'rate', value: '10', rounding: '1' },
  ]);
});

afterAll(() => api.stop());

function catalogLine(catalogId: string, line: object): object {
  const shown = { view_active_code: '1', status_code: '0', food_cat_large_code: '10', share_flg: '1' };
  return {
    member_code: ownMember,
    member_code_partner: seller,
    catalog: [{ catalog_id: catalogId, item_id: catalogId, ...shown, ...line }],
  };
}

function order(given: object = {}): object {
  return {
    member_code_self: ownMember,
    member_code_partner: seller,
    send_date: '2026-11-13 15:00:00',
    details_list: [{ catalog_id: 'RICE' }, { catalog_id: 'STOPPED' }],
    ...given,
  };
}

const notOrderable = {
  catalog_id: 'STOPPED',
  shortest_delivery_date: '',
  detail_error_list: [
    { errorItem: 'details_list[1].catalog_id', errorCode: 'E000012', errorDetail: expect.stringMatching(/\w/) },
  ],
};

describe('the shortest delivery date (Spec 4.5)', () => {
  it('is answered product by product, under the rules that were loaded', async () => {
    const answer = await api.call('/delivery/shortest', order());
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        request_id: answer.headers.get('x-request-id'),
        result: 0,
        error_list: [],
        details_list: [
          { catalog_id: 'RICE', shortest_delivery_date: '2026-11-15', detail_error_list: [] },
          notOrderable,
        ],
      },
    ]);
  });

  it('is explained step by step', async () => {
    const answer = await api.call('/delivery/shortest/explain', order());
    const { details_list } = (await answer.json()) as { details_list: readonly { step_list: readonly object[] }[] };
    expect(answer.status).toBe(200);
    expect(details_list.map(({ step_list }) => step_list.map((step) => (step as { rule: string }).rule))).toEqual([
      ['order-master-line', 'sent', 'closing-time', 'reception-day', 'lead-time', 'shortest'],
      ['not-orderable'],
    ]);
    expect(details_list[0]?.step_list[2]).toEqual({
      rule: 'closing-time',
      from_date: '2026-11-13',
      to_date: '2026-11-14',
      not_counted_list: [],
      text_ja: expect.stringContaining('15:00'),
      text_en: expect.stringContaining('15:00'),
    });
  });

  it.each([
    ['another member as the buyer', { member_code_self: otherMember }],
    ['a seller that nobody knows', { member_code_partner: 'nobody' }],
  ])('is refused to whom asks for %s', async (_, change) => {
    for (const path of ['/delivery/shortest', '/delivery/shortest/explain']) {
      const answer = await api.call(path, order(change));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        result: 1,
        error_list: [{ error_item: Object.keys(change)[0], error_code: 'E000008' }],
      });
    }
  });
});

describe('the FC price (Spec 4.9)', () => {
  const item = {
    member_code_store: store,
    catalog_id: 'RICE',
    price: '250.5',
    order_send_date: '2026-11-13',
    delivery_date: '2026-11-16',
  };

  it('is answered item by item', async () => {
    const answer = await api.call('/fc/price', { item: [item, { ...item, member_code_store: otherMember }] });
    const { price: _, ...asked } = item;
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        request_id: answer.headers.get('x-request-id'),
        result: 0,
        error_list: [],
        item: [
          { ...asked, Price: 250, fc_price: 276, detail_err_list: [] },
          {
            ...asked,
            member_code_store: otherMember,
            Price: 250,
            fc_price: 0,
            detail_err_list: [{ error_code: 'E000008', error_detail: expect.stringMatching(/\w/) }],
          },
        ],
      },
    ]);
  });
});
