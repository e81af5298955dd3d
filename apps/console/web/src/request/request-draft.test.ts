import { describe, expect, it } from '@jest/globals';
import type { FieldDescription } from '../../../wire/index.js';
import { codesIn, criteriaOf, draftOf, problemsOf } from './request-draft.js';

const words = { en: 'words', ja: '言葉' };

function aField(name: string, more: Partial<FieldDescription> = {}): FieldDescription {
  return { name, label: words, type: 'code', isRequired: false, isOpen: false, ...more };
}

const fields = [
  aField('target_date_from', { isRequired: true, kind: 'date', pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}' }),
  aField('target_date_to', { isRequired: true, kind: 'date', pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}' }),
  aField('item_code', { maxLength: 4 }),
  aField('member_codes', { type: 'codes', maxLength: 4, maxElements: 2 }),
];

const good = { target_date_from: '2026-11-01', target_date_to: '2026-11-02' };

describe('a request that is filled in', () => {
  it.each([
    ['10 20\n30\t40', ['10', '20', '30', '40']],
    ['10,20、30，40;50；60', ['10', '20', '30', '40', '50', '60']],
    ['"10","10", \'20\'', ['10', '20']],
    [' \n ', []],
  ])('reads the codes of %j', (text, codes) => {
    expect(codesIn(text)).toEqual(codes);
  });

  it('leaves out what was left empty, in the order of the fields', () => {
    const draft = { member_codes: ['1'], item_code: '', ...good };
    expect(JSON.stringify(criteriaOf(fields, draft))).toBe(JSON.stringify({ ...good, member_codes: ['1'] }));
  });

  it('takes up an earlier request, whichever way its codes were written', () => {
    const request = { ...good, item_code: 7, member_codes: ['1', { member_code: '2' }, { a: null }, 3], unknown: 'x' };
    expect(draftOf(fields, request)).toEqual({ ...good, item_code: '7', member_codes: ['1', '2', '3'] });
  });

  it.each([
    ['nothing', good, []],
    ['a missing field', { target_date_to: '2026-11-02' }, [{ field: 'target_date_from', kind: 'missing' }]],
    ['a wrong form', { ...good, target_date_to: '2026/11/02' }, [{ field: 'target_date_to', kind: 'form' }]],
    [
      'an end before its start',
      { ...good, target_date_to: '2026-10-31' },
      [{ field: 'target_date_to', kind: 'order' }],
    ],
    ['a long text', { ...good, item_code: '12345' }, [{ field: 'item_code', kind: 'length', limit: 4 }]],
    ['many codes', { ...good, member_codes: ['1', '2', '3'] }, [{ field: 'member_codes', kind: 'elements', limit: 2 }]],
    [
      'a long code',
      { ...good, member_codes: ['1', '12345'] },
      [{ field: 'member_codes', kind: 'length', limit: 4, element: 1 }],
    ],
    ['four characters of two units each', { ...good, item_code: '𠮷𠮷𠮷𠮷' }, []],
  ])('finds %s', (_what, draft, problems) => {
    expect(problemsOf(fields, draft)).toEqual(problems);
  });
});
