import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonBytes } from './json-bytes.js';

it('hold what was added in a row, however much it is, and begin anew once it was taken', () => {
  const json = new JsonBytes();
  const parts = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom('bytes', 'text', 'plain')));
  const property = fc.property(parts, fc.constantFrom(1, 30_000), (added, times) => {
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
  fc.assert(property, { numRuns: 200 });
});

it('call plain what JSON writes as it is, apart from control characters and pairs of units', () => {
  const json = new JsonBytes();
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = `a${String.fromCharCode(unit)}`;
    const isControl = unit >= 0x7f && unit < 0xa0;
    const isPlain = JSON.stringify(text) === `"${text}"` && !isControl;
    if (json.addPlain(text) !== isPlain) throw new Error(`U+${unit.toString(16)}`);
    expect(json.take().toString()).toBe(isPlain ? `${text}"` : '');
  }
});
