import { describe, expect, it } from '@jest/globals';
import { arrayOf, defineRecord, optional } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { LineRefusal } from '../import/line-refusal.js';
import { makeRecordRenderer } from './record-renderer.js';
import { amount, date, days, oneOf } from './value-checks.js';

const line = defineRecord('line', [optional('name'), optional('lead_time')]);
const record = defineRecord('record', ['code', optional('text'), optional('stored'), optional(arrayOf('lines', line))]);
const render = makeRecordRenderer(record, {
  hidden: ['stored'],
  checks: { text: oneOf(['a', 'b', 'c"']), stored: date },
  lists: { lines: { checks: { lead_time: days } } },
});

describe('a record renderer', () => {
  it('writes every field in order, absent ones empty, hidden ones not', () => {
    expect(render({ lines: [{ lead_time: '1' }, {}], code: 'x', stored: '2026-01-05' }, '')).toBe(
      '{"code":"x","text":"","lines":[{"name":"","lead_time":"1"},{"name":"","lead_time":""}]}',
    );
    expect(render({ code: '' }, '')).toBe('{"code":"","text":"","lines":[]}');
  });

  it('writes any text as JSON does', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (code) => {
      fc.pre(!code.includes('\u0000'));
      expect(JSON.parse(render({ code }, ''))).toEqual({ code, text: '', lines: [] });
    });
    fc.assert(property);
  });

  it('escapes a checked text too', () => {
    expect(JSON.parse(render({ code: '', text: 'c"' }, ''))).toMatchObject({ text: 'c"' });
  });

  it.each([
    [undefined, 'must be a JSON object'],
    [[], 'must be a JSON object'],
    [{}, 'code: is missing'],
    [{ code: 1 }, 'code: must be a string'],
    [{ code: null }, 'code: must be a string'],
    [{ code: 'x'.repeat(2001) }, 'code: must have at most 2000 characters'],
    [{ code: '', text: 'd' }, 'text: must be one of a, b, c"'],
    [{ code: '', stored: '2026-02-29' }, 'stored: must be an existing day, yyyy-MM-dd'],
    [{ code: '', lines: [{}, { colour: '' }] }, 'lines[1].colour: unknown field'],
    [{ code: '', lines: [{ lead_time: '-1' }] }, 'lines[0].lead_time: must be a whole number from 0 to 365'],
    [{ code: '', lines: [[]] }, 'lines[0]: must be an object'],
    [JSON.parse('{"code":"","__proto__":"x"}'), '__proto__: unknown field'],
    [{ code: '', constructor: '' }, 'constructor: unknown field'],
  ])('refuses %j', (value, reason) => {
    expect(() => render(value, '')).toThrow(new LineRefusal(reason));
  });
});

describe('an amount', () => {
  it.each(['0', '1', '12.5', '0.0001', '999999999999', '12345678.1234'])('may be %s', (value) => {
    expect(amount(value)).toBeUndefined();
  });

  it.each(['-1', '1.', '.5', '1,000', '1e3', '1.00001', '1234567890123', '123456789.1234', ' 1', '１'])(
    'must not be %s',
    (value) => {
      expect(amount(value)).toMatch(/^must be a decimal number/);
    },
  );
});
