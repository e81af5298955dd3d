import { describe, expect, it } from '@jest/globals';
import { arrayOf, defineRecord, optional } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { JsonBytes } from './json-bytes.js';
import { LineRefusal } from './line-refusal.js';
import { RecordInParts } from './record-in-parts.js';
import { makeRecordRenderer } from './record-renderer.js';
import { date, days, oneOf } from './value-checks.js';

const line = defineRecord('line', [optional('name'), optional('lead_time')]);
const record = defineRecord('record', [
  'code',
  optional('text'),
  optional('stored'),
  optional(arrayOf('lines', line)),
  optional('item_id'),
]);
const renderBytes = makeRecordRenderer(record, {
  hidden: ['stored'],
  checks: { text: oneOf(['a', 'b', 'c"']), stored: date },
  lists: { lines: { checks: { lead_time: days } } },
});

const render = (value: unknown, path: string) => renderBytes(value, path).toString();

describe('a record renderer', () => {
  it('writes every field in order, absent ones empty, hidden ones not', () => {
    expect(render({ lines: [{ lead_time: '1' }, {}], code: 'x', stored: '2026-01-05' }, '')).toBe(
      '{"code":"x","text":"","lines":[{"name":"","lead_time":"1"},{"name":"","lead_time":""}],"item_id":""}',
    );
    expect(render({ code: '' }, '')).toBe('{"code":"","text":"","lines":[],"item_id":""}');
  });

  it('writes any text as JSON does', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (code) => {
      fc.pre(!code.includes('\u0000'));
      expect(JSON.parse(render({ code }, ''))).toEqual({ code, text: '', lines: [], item_id: '' });
    });
    fc.assert(property);
  });

  it('puts records side by side in a room, also after one that was refused', () => {
    const room = new JsonBytes();
    const one = renderBytes({ code: 'one' }, '', room);
    expect(() => renderBytes({ code: 'two', text: 'd' }, '', room)).toThrow(LineRefusal);
    const three = renderBytes({ code: 'three' }, '', room);
    const rest = ',"text":"","lines":[],"item_id":""}';
    expect([one, three].map(String)).toEqual([`{"code":"one"${rest}`, `{"code":"three"${rest}`]);
    expect(room.since(0).subarray(0, one.length).equals(one)).toBe(true);
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
    [{ code: '𠮷'.repeat(2001) }, 'code: must have at most 2000 characters'],
    [{ code: '', item_id: '𠮷'.repeat(21) }, 'item_id: must have at most 20 characters'],
    [{ code: '', item_id: 'a\u007f' }, 'item_id: must not hold control characters'],
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

function rendered(value: unknown): string {
  try {
    return render(value, 'here');
  } catch (error) {
    return String(error);
  }
}

describe('a record in parts', () => {
  const fields = { code: fc.string(), text: fc.constantFrom('a', 'b', 'c"'), item_id: fc.string({ maxLength: 20 }) };
  const values = fc.record(fields, { requiredKeys: [] });
  const isOwn = fc.record({ code: fc.boolean(), text: fc.boolean(), item_id: fc.boolean() });

  it('is rendered like the whole one, whatever was rendered with its common part before', () => {
    const property = fc.property(values, fc.array(fc.tuple(values, isOwn), { maxLength: 4 }), (common, owns) => {
      for (const [value, chosen] of owns) {
        const own = Object.fromEntries(
          Object.entries(value).filter(([name]) => !(name in common) && chosen[name as keyof typeof chosen]),
        );
        const inParts = new RecordInParts<object>(common, own);
        expect(rendered(inParts)).toBe(rendered({ ...common, ...own }));
        expect(inParts.whole).toEqual({ ...common, ...own });
      }
    });
    fc.assert(property);
  });

  it.each([
    [{ code: '' }, { colour: '' }, 'lines[0].colour: unknown field'],
    [{ code: '', colour: '' }, { text: 'a' }, 'lines[0].colour: unknown field'],
    [{ text: 'd' }, { code: '' }, 'lines[0].text: must be one of a, b, c"'],
    [{ code: '' }, { text: 'd' }, 'lines[0].text: must be one of a, b, c"'],
    [{ text: 'a' }, {}, 'lines[0].code: is missing'],
  ])('is refused like the whole one: %j and %j', (common, own, reason) => {
    const part = new RecordInParts<object>(common, own);
    for (let time = 1; time <= 2; time++) expect(() => render(part, 'lines[0]')).toThrow(new LineRefusal(reason));
  });
});
