import { describe, expect, it } from '@jest/globals';
import { downloadRequest, readRequest } from '../src/index.js';
import { absentValues, codes, notCodes, notDays, notElements, notLists, notTexts, refusals } from './refusals.js';

const TradeDownloadRequest = downloadRequest('trade');
const FortnightRequest = downloadRequest('trade', 14);
const asked = { target_date_set: '0', target_date_from: '2026-01-01', target_date_to: '2026-01-14' };

const codedSets: readonly (readonly [string, readonly string[]])[] = [
  ['target_date_set', ['0', '1', '2', '3', '4', '5', '6', '7']],
  ['status_set', ['0', '1', '2', '3', '4', '5']],
  ['use_ac_svc', ['0', '1', '2']],
  ['perusal_flg', ['0', '1', '2']],
  ['not_downloaded_flg', ['0', '1', '2']],
  ['comment_exist', ['0', '1', '2']],
  ['mod_flg', ['0', '1', '2']],
  ['resend_flg', ['0', '1', '2']],
  ['item_code_kind', ['0', '1', '2']],
];
const codeLists = [
  'trade_id',
  'client_member_codes',
  'client_group_codes',
  'client_codes',
  'delivery_place_id',
  'member_codes',
  'member_group_codes',
  'group_codes',
  'fc_owner_group_codes',
  'fc_owner_member_codes',
];
const slipStatuses = ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'];

describe('a trade download request (Spec 4.8)', () => {
  it('needs the date kind and both ends of the period', () => {
    expect(readRequest(TradeDownloadRequest, asked).value).toEqual(asked);
    expect(refusals(TradeDownloadRequest, {})).toEqual([
      'target_date_set E000001',
      'target_date_from E000001',
      'target_date_to E000001',
    ]);
  });

  it('reads every field', () => {
    const lists = Object.fromEntries(codeLists.map((field, index) => [field, [`${index}`, { any: `x${index}` }]]));
    const body = {
      ...asked,
      status_set: 5,
      status_code: [40, { status_code: '90' }],
      mod_flg: 1,
      item_code: 'ab',
      ...lists,
    };

    expect(readRequest(TradeDownloadRequest, body).value).toEqual({
      ...asked,
      status_set: '5',
      status_code: ['40', '90'],
      mod_flg: '1',
      item_code: 'ab',
      ...Object.fromEntries(codeLists.map((field, index) => [field, [`${index}`, `x${index}`]])),
    });
  });

  it.each(
    ['target_date_set', 'target_date_from', 'target_date_to'].flatMap((field) =>
      absentValues.map((value) => [field, value] as const),
    ),
  )('misses %s when it is %j', (field, value) => {
    expect(refusals(TradeDownloadRequest, { ...asked, [field]: value })).toEqual([`${field} E000001`]);
  });

  it.each(
    ['status_set', 'status_code', 'item_code', ...codeLists].flatMap((field) =>
      absentValues.map((value) => [field, value] as const),
    ),
  )('leaves %s out when it is %j', (field, value) => {
    expect(readRequest(TradeDownloadRequest, { ...asked, [field]: value }).value).toEqual(asked);
  });

  it.each(codedSets)('takes the codes of %s and no other', (field, values) => {
    for (const value of values) {
      expect(refusals(TradeDownloadRequest, { ...asked, [field]: value })).toEqual([]);
      expect(refusals(TradeDownloadRequest, { ...asked, [field]: Number(value) })).toEqual([]);
    }
    for (const value of [String(values.length), values.length, -1, '00', 'a', ' 1']) {
      expect(refusals(TradeDownloadRequest, { ...asked, [field]: value })).toEqual([`${field} E000004`]);
    }
  });

  it.each(codedSets.flatMap(([field]) => notCodes.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(TradeDownloadRequest, { ...asked, [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each(
    ['target_date_from', 'target_date_to', 'item_code'].flatMap((field) =>
      notTexts.map((value) => [field, value] as const),
    ),
  )('refuses the type of %s %j', (field, value) => {
    expect(refusals(TradeDownloadRequest, { ...asked, [field]: value })).toEqual([`${field} E000002`]);
  });

  it.each(['target_date_from', 'target_date_to'].flatMap((field) => notDays.map((value) => [field, value] as const)))(
    'refuses %s %j',
    (field, value) => {
      expect(refusals(TradeDownloadRequest, { ...asked, [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each<[string, string, string, readonly string[]]>([
    ['one day', '2026-01-01', '2026-01-01', []],
    ['13 days', '2026-01-01', '2026-01-13', []],
    ['14 days', '2026-01-01', '2026-01-14', []],
    ['15 days', '2026-01-01', '2026-01-15', ['target_date_to E000006']],
    ['14 days over a leap day', '2024-02-20', '2024-03-04', []],
    ['15 days over a leap day', '2024-02-20', '2024-03-05', ['target_date_to E000006']],
    ['14 days over new year', '2025-12-25', '2026-01-07', []],
    ['all time', '0001-01-01', '9999-12-31', ['target_date_to E000006']],
    ['backwards by a day', '2026-01-02', '2026-01-01', ['target_date_to E000005']],
    ['backwards by a year', '2026-01-02', '2025-01-02', ['target_date_to E000005']],
  ])('judges a period of %s where 14 days are allowed', (_name, target_date_from, target_date_to, expected) => {
    expect(refusals(FortnightRequest, { ...asked, target_date_from, target_date_to })).toEqual(expected);
  });

  it('takes any period where no length is set', () => {
    const allTime = { ...asked, target_date_from: '0001-01-01', target_date_to: '9999-12-31' };
    expect(refusals(TradeDownloadRequest, allTime)).toEqual([]);
    expect(
      refusals(TradeDownloadRequest, { ...allTime, target_date_from: '9999-12-31', target_date_to: '0001-01-01' }),
    ).toEqual(['target_date_to E000005']);
  });

  it('holds item_code to 20 characters', () => {
    expect(refusals(TradeDownloadRequest, { ...asked, item_code: 'x'.repeat(19) })).toEqual([]);
    expect(refusals(TradeDownloadRequest, { ...asked, item_code: 'x'.repeat(20) })).toEqual([]);
    expect(refusals(TradeDownloadRequest, { ...asked, item_code: 'x'.repeat(21) })).toEqual(['item_code E000003']);
  });

  it.each(codeLists)('holds %s to 100 elements', (field) => {
    expect(refusals(TradeDownloadRequest, { ...asked, [field]: codes(99) })).toEqual([]);
    expect(refusals(TradeDownloadRequest, { ...asked, [field]: codes(100) })).toEqual([]);
    expect(refusals(TradeDownloadRequest, { ...asked, [field]: codes(101) })).toEqual([`${field} E000007`]);
  });

  it('holds status_code to 30 elements', () => {
    expect(refusals(TradeDownloadRequest, { ...asked, status_code: statuses(29) })).toEqual([]);
    expect(refusals(TradeDownloadRequest, { ...asked, status_code: statuses(30) })).toEqual([]);
    expect(refusals(TradeDownloadRequest, { ...asked, status_code: statuses(31) })).toEqual(['status_code E000007']);
  });

  it('takes the codes of status_code and no others, and says which are wrong', () => {
    expect(refusals(TradeDownloadRequest, { ...asked, status_code: slipStatuses })).toEqual([]);
    expect(refusals(TradeDownloadRequest, { ...asked, status_code: ['40', '30', { status_code: 99 }, '0'] })).toEqual([
      'status_code[1] E000004',
      'status_code[2] E000004',
      'status_code[3] E000004',
    ]);
  });

  it.each(['status_code', ...codeLists].flatMap((field) => notLists.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(TradeDownloadRequest, { ...asked, [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each(['status_code', ...codeLists].flatMap((field) => notElements.map((value) => [field, value] as const)))(
    'refuses an element of %s that is %j',
    (field, value) => {
      expect(refusals(TradeDownloadRequest, { ...asked, [field]: ['10', value] })).toEqual([`${field}[1] E000002`]);
    },
  );
});

function statuses(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => slipStatuses[index % slipStatuses.length]);
}
