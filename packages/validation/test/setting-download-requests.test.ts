import { describe, expect, it } from '@jest/globals';
import { downloadRequest, readRequest } from '../src/index.js';
import { absentValues, codes, emptyElements, notDays, notElements, notLists, notTexts, refusals } from './refusals.js';

const PairSettingDownloadRequest = downloadRequest('nottrade');
const BusinessHolidayDownloadRequest = downloadRequest('businessholiday');

const asked = { member_code_seller: ['20000001'] };

describe.each([
  ['of pairs', PairSettingDownloadRequest, ['member_code_buyer', 'member_code_seller']],
  ['of lead-time non-counting days', BusinessHolidayDownloadRequest, ['member_code_seller']],
] as const)('a settings download request %s (Spec 4.10)', (_name, requestClass, lists) => {
  it.each(absentValues)('misses member_code_seller when it is %j', (member_code_seller) => {
    expect(refusals(requestClass, { member_code_seller })).toEqual(['member_code_seller E000001']);
  });

  it.each(emptyElements)('misses member_code_seller when it holds only %j', (element) => {
    expect(refusals(requestClass, { member_code_seller: [element, element] })).toEqual(['member_code_seller E000001']);
  });

  it.each(absentValues)('leaves update_date out when it is %j', (update_date) => {
    expect(readRequest<object>(requestClass, { ...asked, update_date }).value).toEqual(asked);
  });

  it.each(lists)('holds %s to 10,000 elements', (field) => {
    expect(refusals(requestClass, { ...asked, [field]: codes(9_999) })).toEqual([]);
    expect(refusals(requestClass, { ...asked, [field]: codes(10_000) })).toEqual([]);
    expect(refusals(requestClass, { ...asked, [field]: codes(10_001) })).toEqual([`${field} E000007`]);
  });

  it.each(lists.flatMap((field) => notLists.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(requestClass, { ...asked, [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each(lists.flatMap((field) => notElements.map((value) => [field, value] as const)))(
    'refuses an element of %s that is %j',
    (field, value) => {
      expect(refusals(requestClass, { ...asked, [field]: ['1', value] })).toEqual([`${field}[1] E000002`]);
    },
  );

  it.each([...notTexts, ...notDays])('refuses update_date %j', (update_date) => {
    expect(refusals(requestClass, { ...asked, update_date })).toEqual(['update_date E000002']);
  });
});

describe('member_code_buyer (Spec 4.10)', () => {
  it('is part of a request about pairs', () => {
    const body = {
      member_code_buyer: [10000001],
      member_code_seller: [{ code: '20000001' }],
      update_date: '2026-01-01',
    };

    expect(readRequest(PairSettingDownloadRequest, body)).toEqual({
      value: { member_code_buyer: ['10000001'], member_code_seller: ['20000001'], update_date: '2026-01-01' },
      ignoredFields: [],
    });
  });

  it('is unknown to a request about lead-time non-counting days', () => {
    expect(readRequest(BusinessHolidayDownloadRequest, { ...asked, member_code_buyer: 5 })).toEqual({
      value: asked,
      ignoredFields: ['member_code_buyer'],
    });
  });
});
