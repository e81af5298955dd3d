import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonBytes } from './json-bytes.js';

it('hold what was added in a row, however much it is, and begin anew once it was taken', () => {
  const json = new JsonBytes();
  const parts = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom('bytes', 'text', 'plain')));
  const property = fc.property(parts, fc.constantFrom(1, 3_000), (added, times) => {
    const expected: string[] = [];
    for (const [text, how] of added) {
      const long = text.repeat(times);
      if (how === 'bytes') json.add(Buffer.from(long));
      else if (how === 'text') json.addText(long);
      else if (!json.addPlain(long)) continue;
      expected.push(how === 'plain' ? `${long}"` : long);
    }
    expect(json.take().equals(Buffer.from(expected.join('')))).toBe(true);
  });
  fc.assert(property, { numRuns: 50 });
});

it('have room for the mark that ends a text, wherever their room ends', () => {
  for (let before = 2_030; before < 2_050; before++) {
    const json = new JsonBytes();
    json.add(Buffer.alloc(before, 'x'));
    expect(json.addPlain('菜')).toBe(true);
    expect(json.take().toString()).toBe(`${'x'.repeat(before)}菜"`);
  }
});

it('call plain what JSON writes as it is, apart from control characters and pairs of units', () => {
  const json = new JsonBytes();
  const wrong: string[] = [];
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = `a${String.fromCharCode(unit)}`;
    const isControl = unit >= 0x7f && unit < 0xa0;
    const isPlain = JSON.stringify(text) === `"${text}"` && !isControl;
    const isRight = json.addPlain(text) === isPlain && json.take().toString() === (isPlain ? `${text}"` : '');
    if (!isRight) wrong.push(`U+${unit.toString(16)}`);
  }
  expect(wrong).toEqual([]);
});

it('keep what was added before, wherever it stands, until they are cleared', () => {
  const json = new JsonBytes();
  const property = fc.property(fc.array(fc.tuple(fc.string(), fc.constantFrom(1, 10, 1_000))), (added) => {
    json.clear();
    const seen = added.map(([text, times]) => {
      const start = json.length;
      json.addText(text.repeat(times));
      return json.since(start);
    });
    expect(seen.map(String)).toEqual(added.map(([text, times]) => text.repeat(times)));
  });
  fc.assert(property);
});

it('give room back that only one record has needed', () => {
  const json = new JsonBytes();
  json.add(new Uint8Array(5 * 1024 * 1024));
  const { buffer } = json.since(0);
  json.clear();
  json.add(new Uint8Array(100));
  expect(buffer.byteLength).toBeGreaterThanOrEqual(5 * 1024 * 1024);
  expect(json.since(0).buffer.byteLength).toBeLessThan(1024 * 1024);
});
