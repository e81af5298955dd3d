import { listOf, textOf } from '../../checks/records.js';
import { member, memberOf } from '../../market/members.js';
import { deliveryPlaces } from '../../market/order-products.js';
import { slips } from '../../market/slips.js';
import type { Fields } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { deliveryPlaceList, firstPage, orderList, orderMasterList, partnerList, wholeList } from './lists.js';

const needs = ['market'] as const;

const partners: readonly Requirement[] = [
  {
    id: partnerList.idOf(21),
    source: 'open-points: lists',
    says: 'Partner list: it has exactly the members that are related to the member by a product, a slip or a setting.',
    needs,
    check: async (probe) => {
      const codes = (await wholeList(probe, partnerList)).map((element) => textOf(element, 'member_code_partner'));
      const answer = await firstPage(probe, partnerList);
      const related = [member.seller, member.otherSeller, member.settingSeller, member.blockedSeller];
      answer.expectEqual(
        related.filter((code) => !codes.includes(code)),
        [],
        'the partners that are missing',
      );
      const strangers = [member.stranger, member.strangersSeller, member.otherBuyer, member.head];
      answer.expectEqual(
        strangers.filter((code) => codes.includes(code)),
        [],
        'the members that are not partners',
      );
      answer.expectEqual(codes.length, new Set(codes).size, 'the number of partners');
    },
  },
  {
    id: partnerList.idOf(22),
    source: 'open-points: lists',
    says: 'Partner list: a partner has its name, the code that the member has given it, and the order block of the pair.',
    needs,
    check: async (probe) => {
      const asked = [member.blockedSeller, member.otherSeller, member.seller];
      const answer = await firstPage(probe, partnerList, { client_member_code_list: asked });
      answer.expectEqual(
        answer.list('partner_list'),
        [
          partner(member.seller, 'seller', 'CK-A', '0'),
          partner(member.otherSeller, 'otherSeller', 'CK-B', '0'),
          partner(member.blockedSeller, 'blockedSeller', 'CK-A', '1'),
        ],
        'partner_list',
      );
    },
  },
  {
    id: partnerList.idOf(23),
    source: '4.11',
    says: 'Partner list: client_member_code_list selects partners; an unknown code matches nothing.',
    needs: ['records'],
    check: async (probe) => {
      const [first] = await wholeList(probe, partnerList);
      const code = textOf(first ?? {}, 'member_code_partner');
      const answer = await probe.call(partnerList.path, { client_member_code_list: [code, '9CK09999'] });
      answer.expectEqual(answer.expectNormal().list('partner_list'), [first], 'partner_list');
    },
  },
  {
    id: partnerList.idOf(24),
    source: '4.11',
    says: "Partner list: with member_code_self, a head office reads its store's list; without it, its own list.",
    needs,
    check: async (probe) => {
      const ofStore = await wholeList(probe, partnerList, {}, { as: 'store' });
      const asHead = await wholeList(probe, partnerList, { member_code_self: memberOf.store });
      const answer = await firstPage(probe, partnerList, { member_code_self: memberOf.store });
      answer.expectEqual(asHead, ofStore, 'partner_list');
      const codes = asHead.map((each) => textOf(each, 'member_code_partner'));
      answer.expect(
        !codes.includes(member.otherSettingSeller),
        `${member.otherSettingSeller} is a partner of the store`,
      );
    },
  },
];

function partner(code: string, name: string, customer_code: string, order_block_flg: string): object {
  return { member_code_partner: code, member_name_partner: `Conformance ${name}`, customer_code, order_block_flg };
}

const places: readonly Requirement[] = [
  {
    id: deliveryPlaceList.idOf(21),
    source: '4.11',
    says: "Delivery place list: it has the member's own places, with all their fields.",
    needs,
    check: async (probe) => {
      for (const role of ['head', 'store'] as const) {
        const answer = await probe.call(deliveryPlaceList.path, {}, { as: role });
        const own = (deliveryPlaces as readonly Fields[]).filter(({ member_code }) => member_code === memberOf[role]);
        const wanted = own.map(({ member_code: _member, ...place }) => place);
        answer.expectEqual(answer.expectNormal().list('delivery_place_list'), wanted, 'delivery_place_list');
      }
    },
  },
];

const orders: readonly Requirement[] = [
  {
    id: orderList.idOf(21),
    source: '4.11',
    says: "Order list: it has the member's slips as they are stored.",
    needs,
    check: async (probe) => {
      const listed = await loadedOrders(probe, {});
      const wanted = ownSlips().map(wantedOrder);
      (await firstPage(probe, orderList)).expectEqual(listed.map(withoutVersion), wanted, "the kit's own slips");
    },
  },
  {
    id: orderList.idOf(22),
    source: '4.11',
    says: 'Order list: status_code selects slips by their status.',
    needs,
    check: async (probe) => {
      const status_code = ['41', '60'];
      const listed = await loadedOrders(probe, { status_code });
      const wanted = ownSlips().filter((slip) => status_code.includes(textOf(slip, 'status_code')));
      const answer = await firstPage(probe, orderList, { status_code });
      answer.expectEqual(listed.map(withoutVersion), wanted.map(wantedOrder), "the kit's own slips");
    },
  },
  {
    id: orderList.idOf(23),
    source: '4.11',
    says: 'Order list: a version is a decimal number, and a loaded slip has no upload_no.',
    needs,
    check: async (probe) => {
      const listed = await loadedOrders(probe, {});
      const answer = await firstPage(probe, orderList);
      answer.expect(
        listed.every((order) => /^[1-9]\d*$/.test(textOf(order, 'version'))),
        'a version is not a number from 1',
      );
      answer.expect(
        listed.every((order) => order['upload_no'] === ''),
        'a loaded slip has an upload_no',
      );
    },
  },
  {
    id: orderList.idOf(24),
    source: '4.11',
    says: 'Order list: a cursor of other filters is refused with E000002.',
    needs,
    check: async (probe) => {
      const first = await probe.call(orderList.path, { status_code: ['40'], limit: 1 });
      const cursor = first.expectNormal().string('next_cursor');
      const answer = await probe.call(orderList.path, { status_code: ['41'], cursor });
      answer.expectRefusal(400, ['cursor', 'E000002']);
    },
  },
  {
    id: orderList.idOf(25),
    source: '4.11',
    says: 'Order list: client_member_code_list selects orders by their partner, order_day_from and order_day_to by their day.',
    needs,
    check: async (probe) => {
      const own = ownSlips();
      const [first = '', last = ''] = [own[1], own[3]].map((slip) => textOf(slip ?? {}, 'order_day')).toSorted();
      for (const [filter, isWanted] of [
        [
          { client_member_code_list: [member.otherSeller] },
          (slip: Fields) => slip['member_code_partner'] === member.otherSeller,
        ],
        [{ order_day_from: first }, (slip: Fields) => textOf(slip, 'order_day') >= first],
        [{ order_day_to: last }, (slip: Fields) => textOf(slip, 'order_day') <= last],
      ] as const) {
        const listed = await loadedOrders(probe, filter);
        const answer = await firstPage(probe, orderList, filter);
        const wanted = own.filter(isWanted).map(wantedOrder);
        answer.expectEqual(listed.map(withoutVersion), wanted, `the kit's own slips with ${JSON.stringify(filter)}`);
      }
    },
  },
  {
    id: orderList.idOf(26),
    source: '4.11',
    says: 'Order list: with_names adds the slip number and the names of both members.',
    needs,
    check: async (probe) => {
      const names = ['trade_id', 'check_number', 'member_name_self', 'member_name_partner'];
      const namesOf = (slip: Fields) => Object.fromEntries(names.map((name) => [name, slip[name] ?? '']));
      const listed = await loadedOrders(probe, { with_names: '1' });
      const answer = await firstPage(probe, orderList, { with_names: '1' });
      answer.expectEqual(listed.map(namesOf), ownSlips().map(namesOf), "the names of the kit's own slips");
    },
  },
];

async function loadedOrders(probe: Probe, body: object): Promise<readonly Fields[]> {
  const elements = await wholeList(probe, orderList, body);
  return elements.filter((order) => textOf(order, 'trade_id').startsWith('CK-T'));
}

/** The key by which listed orders are sorted. */
function placeOf(slip: Fields): string {
  return `${textOf(slip, 'member_code_partner')} ${textOf(slip, 'trade_id')}`;
}

function ownSlips(): readonly Fields[] {
  return slips
    .filter(({ member_code_self }) => member_code_self === memberOf.head)
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

function wantedOrder(slip: Fields): object {
  const fields = [
    'trade_id',
    'upload_no',
    'status_code',
    'member_code_self',
    'member_code_partner',
    'order_day',
    'hope_delivery_date',
    'trade_total',
  ];
  return Object.fromEntries(fields.map((field) => [field, slip[field] ?? '']));
}

function withoutVersion({ version: _version, ...order }: Fields): object {
  return order;
}

/** Returns the lines of the order master that fit, from the master download. */
async function masterLines(probe: Probe, fits: (line: Fields) => boolean): Promise<readonly Fields[]> {
  const { records } = await download(probe, 'master');
  return records.flatMap((record) => listOf(record, 'catalog')).filter(fits);
}

function idsOf(lines: readonly Fields[]): readonly unknown[] {
  return lines.map((line) => line['catalog_id']);
}

const masterFilters: readonly (readonly [no: number, says: string, body: object, fits: (line: Fields) => boolean])[] = [
  [
    22,
    'food_cat_large_code selects lines',
    { food_cat_large_code: '01' },
    (line) => line['food_cat_large_code'] === '01',
  ],
  [
    23,
    'food_cat_middle_code selects lines',
    { food_cat_middle_code: '0202' },
    (line) => line['food_cat_middle_code'] === '0202',
  ],
  [
    24,
    'food_cat_small_code selects lines',
    { food_cat_small_code: '310101' },
    (line) => line['food_cat_small_code'] === '310101',
  ],
  [25, 'sell_stop 1 selects lines on sale', { sell_stop: '1' }, (line) => line['sell_stop_active_code'] !== '1'],
  [26, 'sell_stop 2 selects stopped lines', { sell_stop: '2' }, (line) => line['sell_stop_active_code'] === '1'],
  [
    27,
    'mc_upd_date_from selects lines updated then or later',
    { mc_upd_date_from: '2027-02-20 10:00:00' },
    (line) => textOf(line, 'update_date') >= '2027-02-20 10:00:00',
  ],
  [
    28,
    'mc_upd_date_to selects lines updated then or earlier',
    { mc_upd_date_to: '2027-02-11 10:00:00' },
    (line) => line['update_date'] !== '' && textOf(line, 'update_date') <= '2027-02-11 10:00:00',
  ],
];

/** The request fields of each filter, for a mutant that ignores the filter. */
export const masterFilterFields = masterFilters.map(([no, says, body]) => ({
  id: orderMasterList.idOf(no),
  says,
  fields: Object.keys(body),
}));

const orderMaster: readonly Requirement[] = [
  {
    id: orderMasterList.idOf(29),
    source: 'open-points: lists',
    says: "Order master list: a store's list has its own lines, but not the lines that its head office shares.",
    needs,
    check: async (probe) => {
      const listed = await wholeList(probe, orderMasterList, { member_code_self: memberOf.store });
      const ids = listed.map((line) => textOf(line, 'catalog_id'));
      const answer = await firstPage(probe, orderMasterList, { member_code_self: memberOf.store });
      answer.expect(ids.includes('CK-S1'), 'CK-S1 is not in the list');
      answer.expect(!ids.includes('CK-FC1'), 'CK-FC1 of the head office is in the list');
    },
  },
  {
    id: orderMasterList.idOf(42),
    source: '4.11',
    says: 'Order master: a cursor stays valid if a default value is sent explicitly.',
    needs,
    check: async (probe) => {
      const first = await probe.call(orderMasterList.path, { limit: 1 });
      const cursor = first.expectNormal().string('next_cursor');
      const next = await probe.call(orderMasterList.path, { limit: 1, cursor });
      const spelledOut = await probe.call(orderMasterList.path, { limit: 1, sell_stop: '0', cursor });
      spelledOut.expectEqual(spelledOut.expectNormal().list('catalog_list'), next.list('catalog_list'), 'catalog_list');
    },
  },
  {
    id: orderMasterList.idOf(21),
    source: 'open-points: lists',
    says: "Order master list: it has the lines of the member's own records, sorted by partner, item and place in the record.",
    needs: ['records'],
    check: async (probe) => {
      const listed = await wholeList(probe, orderMasterList);
      const wanted = await masterLines(probe, () => true);
      (await firstPage(probe, orderMasterList)).expectEqual(listed, wanted, 'catalog_list');
    },
  },
  ...masterFilters.map(
    ([no, says, body, fits]): Requirement => ({
      id: orderMasterList.idOf(no),
      source: '4.11',
      says: `Order master list: ${says}.`,
      needs,
      check: async (probe) => {
        const listed = await wholeList(probe, orderMasterList, body);
        const wanted = await masterLines(probe, fits);
        (await firstPage(probe, orderMasterList, body)).expectEqual(idsOf(listed), idsOf(wanted), 'the lines');
      },
    }),
  ),
];

export const contentRequirements: readonly Requirement[] = [...partners, ...orderMaster, ...places, ...orders];
