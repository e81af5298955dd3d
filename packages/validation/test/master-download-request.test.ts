import { describe, expect, it } from '@jest/globals';
import { downloadRequest, readRequest } from '../src/index.js';
import { examineRequest } from '../src/read-request.js';
import {
  absentValues,
  codes,
  emptyElements,
  notCodes,
  notDayTimes,
  notElements,
  notLists,
  notStorable,
  notTexts,
  refusals,
} from './refusals.js';

const MasterDownloadRequest = downloadRequest('master');

const texts = ['food_cat_large_code', 'food_cat_middle_code', 'food_cat_small_code'];
const coded = ['exist_mc', 'prod_kind', 'sell_stop', 'without_hidden', 'share_item'];
const dayTimes = ['buy_upd_date_from', 'buy_upd_date_to', 'mc_upd_date_from', 'mc_upd_date_to'];
const lists = [
  'member_code_list',
  'member_group_code_list',
  'group_code_list',
  'client_member_code_list',
  'client_group_code_list',
  'client_code_list',
  'fc_owner_member_code_list',
  'fc_owner_code_list',
];

describe('a master download request (Spec 4.7)', () => {
  it('needs nothing', () => {
    expect(readRequest(MasterDownloadRequest, {})).toEqual({ value: {}, ignoredFields: [] });
  });

  it('reads every field', () => {
    const { value, ignoredFields } = readRequest(MasterDownloadRequest, {
      response_type: 'json',
      food_cat_large_code: '12',
      food_cat_middle_code: '1234',
      food_cat_small_code: '123456',
      exist_mc: 1,
      prod_kind: '2',
      sell_stop: 0,
      without_hidden: '1',
      share_item: 2,
      buy_upd_date_from: '2026-01-01 00:00:00',
      buy_upd_date_to: '2026-01-01 00:00:00',
      mc_upd_date_from: '2026-01-01 00:00:00',
      mc_upd_date_to: '2026-12-31 23:59:59',
      member_code_list: ['10000001', 10000002, { member_code: '10000003' }, { whatever: 10000004 }],
      member_group_code_list: ['a'],
      group_code_list: ['b'],
      client_member_code_list: ['c'],
      client_group_code_list: ['d'],
      client_code_list: ['e'],
      fc_owner_member_code_list: ['f'],
      fc_owner_code_list: ['g'],
    });

    expect(value).toBeInstanceOf(MasterDownloadRequest);
    expect(ignoredFields).toEqual([]);
    expect(value).toEqual({
      response_type: 'json',
      food_cat_large_code: '12',
      food_cat_middle_code: '1234',
      food_cat_small_code: '123456',
      exist_mc: '1',
      prod_kind: '2',
      sell_stop: '0',
      without_hidden: '1',
      share_item: '2',
      buy_upd_date_from: '2026-01-01 00:00:00',
      buy_upd_date_to: '2026-01-01 00:00:00',
      mc_upd_date_from: '2026-01-01 00:00:00',
      mc_upd_date_to: '2026-12-31 23:59:59',
      member_code_list: ['10000001', '10000002', '10000003', '10000004'],
      member_group_code_list: ['a'],
      group_code_list: ['b'],
      client_member_code_list: ['c'],
      client_group_code_list: ['d'],
      client_code_list: ['e'],
      fc_owner_member_code_list: ['f'],
      fc_owner_code_list: ['g'],
    });
  });

  it.each(
    [...texts, ...coded, ...dayTimes, ...lists].flatMap((field) =>
      absentValues.map((value) => [field, value] as const),
    ),
  )('leaves %s out when it is %j', (field, value) => {
    expect(readRequest(MasterDownloadRequest, { [field]: value }).value).toEqual({});
  });

  it.each([...texts, ...dayTimes].flatMap((field) => notTexts.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(MasterDownloadRequest, { [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each(coded.flatMap((field) => notCodes.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(MasterDownloadRequest, { [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each(lists.flatMap((field) => notLists.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(MasterDownloadRequest, { [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each<[string, number]>([
    ['food_cat_large_code', 2],
    ['food_cat_middle_code', 4],
    ['food_cat_small_code', 6],
  ])('holds %s to %d characters', (field, limit) => {
    expect(refusals(MasterDownloadRequest, { [field]: '1'.repeat(limit - 1) })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { [field]: '1'.repeat(limit) })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { [field]: '1'.repeat(limit + 1) })).toEqual([`${field} E000003`]);
    expect(refusals(MasterDownloadRequest, { [field]: '𩸽'.repeat(limit) })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { [field]: '𩸽'.repeat(limit + 1) })).toEqual([`${field} E000003`]);
    expect(refusals(MasterDownloadRequest, { [field]: `a${'\ufe0f'.repeat(limit)}` })).toEqual([`${field} E000003`]);
  });

  it.each<[string, readonly string[]]>([
    ['exist_mc', ['0', '1']],
    ['prod_kind', ['0', '1', '2']],
    ['sell_stop', ['0', '1', '2']],
    ['without_hidden', ['0', '1']],
    ['share_item', ['0', '1', '2']],
  ])('takes the codes of %s and no other', (field, values) => {
    for (const value of values) {
      expect(readRequest(MasterDownloadRequest, { [field]: value }).value).toEqual({ [field]: value });
      expect(readRequest(MasterDownloadRequest, { [field]: Number(value) }).value).toEqual({ [field]: value });
    }
    for (const value of [String(values.length), values.length, -1, '00', '01', ' 0', 'a', 'true', '０']) {
      expect(refusals(MasterDownloadRequest, { [field]: value })).toEqual([`${field} E000004`]);
    }
  });

  it.each(dayTimes.flatMap((field) => notDayTimes.map((value) => [field, value] as const)))(
    'refuses %s %j',
    (field, value) => {
      expect(refusals(MasterDownloadRequest, { [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each(['buy_upd_date', 'mc_upd_date'])('takes %s as a range that may be open', (range) => {
    const [from, to] = [`${range}_from`, `${range}_to`];
    const earlier = '2026-01-01 00:00:00';
    const later = '2026-01-01 00:00:01';

    expect(refusals(MasterDownloadRequest, { [from]: later })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { [to]: earlier })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { [from]: earlier, [to]: later })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { [from]: later, [to]: later })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { [from]: later, [to]: earlier })).toEqual([`${to} E000005`]);
    expect(refusals(MasterDownloadRequest, { [from]: 'z', [to]: earlier })).toEqual([`${from} E000002`]);
  });

  it.each(lists.map((field): [string, number] => [field, field === 'fc_owner_code_list' ? 100 : 10_000]))(
    'holds %s to %d elements',
    (field, limit) => {
      expect(refusals(MasterDownloadRequest, { [field]: codes(limit - 1) })).toEqual([]);
      expect(refusals(MasterDownloadRequest, { [field]: codes(limit) })).toEqual([]);
      expect(refusals(MasterDownloadRequest, { [field]: codes(limit + 1) })).toEqual([`${field} E000007`]);
    },
  );

  it.each(lists.flatMap((field) => notElements.map((value) => [field, value] as const)))(
    'refuses an element of %s that is %j',
    (field, value) => {
      expect(refusals(MasterDownloadRequest, { [field]: ['1', value] })).toEqual([`${field}[1] E000002`]);
      expect(refusals(MasterDownloadRequest, { [field]: [value, '1'] })).toEqual([`${field}[0] E000002`]);
    },
  );

  it.each<[string, unknown, string]>([
    ['an object with two values', { code: '1', name: '2' }, 'E000002'],
    ['a text of 201 characters', 'x'.repeat(201), 'E000003'],
    ['a text that no database stores', notStorable[0], 'E000002'],
  ])('says which element is %s', (_name, element, code) => {
    expect(refusals(MasterDownloadRequest, { client_code_list: ['1', element, 'x'.repeat(200)] })).toEqual([
      `client_code_list[1] ${code}`,
    ]);
  });

  it.each(lists.flatMap((field) => emptyElements.map((element) => [field, element] as const)))(
    'leaves out an element of %s that is %j, and reports positions as they were sent',
    (field, element) => {
      const { value } = readRequest(MasterDownloadRequest, {
        [field]: [element, '1', element, { code: '2' }, element],
      });
      expect(value).toEqual({ [field]: ['1', '2'] });
      expect(refusals(MasterDownloadRequest, { [field]: [element, '1', element, true] })).toEqual([
        `${field}[3] E000002`,
      ]);
      expect(readRequest(MasterDownloadRequest, { [field]: [element, element] }).value).toEqual({});
    },
  );

  it('counts the elements that are left', () => {
    const hundred = [...codes(100), null, '', {}];
    expect(refusals(MasterDownloadRequest, { fc_owner_code_list: hundred })).toEqual([]);
    expect(refusals(MasterDownloadRequest, { fc_owner_code_list: [...hundred, 'x'] })).toEqual([
      'fc_owner_code_list E000007',
    ]);
  });

  it.each<[unknown, string]>([
    [{ member_code: '10000001', note: null }, '10000001'],
    [{ member_code: 10000001, note: '' }, '10000001'],
    [{ member_code: 0, note: null }, '0'],
    [0, '0'],
  ])('reads the one value of the element %j', (element, code) => {
    expect(readRequest(MasterDownloadRequest, { member_code_list: [element] }).value).toEqual({
      member_code_list: [code],
    });
  });

  it('reports the members in well-formed fields, with the positions as they were sent', () => {
    const { errors, namedMembers } = examineRequest(MasterDownloadRequest, {
      member_code_list: [null, '10000001', true, { code: 10000002 }],
      client_member_code_list: ['30000003'],
    });
    expect(errors.map(({ error_item }) => error_item)).toEqual(['member_code_list[2]']);
    expect(namedMembers).toEqual([
      { item: 'member_code_list[1]', memberCode: '10000001', right: 'visible' },
      { item: 'member_code_list[3]', memberCode: '10000002', right: 'visible' },
    ]);
    expect(examineRequest(MasterDownloadRequest, { member_code_list: codes(10_001) }).namedMembers).toEqual([]);
  });

  it.each(notStorable)('refuses text that no database stores: %j', (value) => {
    expect(refusals(MasterDownloadRequest, { food_cat_small_code: value })).toEqual(['food_cat_small_code E000002']);
  });
});
