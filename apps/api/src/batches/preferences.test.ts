import { describe, expect, it } from '@jest/globals';
import { readPreferences } from './preferences.js';

describe('preferences (RFC 7240)', () => {
  it.each<[string | readonly string[] | undefined, Record<string, string>]>([
    [undefined, {}],
    ['', {}],
    ['delivery=acknowledged', { delivery: 'acknowledged' }],
    ['Delivery = "acknowledged"', { delivery: 'acknowledged' }],
    ['respond-async, wait=10', { 'respond-async': '', wait: '10' }],
    [['wait=1', 'delivery=acknowledged'], { wait: '1', delivery: 'acknowledged' }],
    ['wait=1,wait=2', { wait: '1' }],
    ['foo; bar="a,b"; baz, wait=2', { foo: '', wait: '2' }],
    ['foo=""; bar; ;, wait=2', { foo: '', wait: '2' }],
    ['quoted="a \\"b\\" \\\\, c"', { quoted: 'a "b" \\, c' }],
    ['=5, wait=2', { wait: '2' }],
    ['wait=2 3, delivery=acknowledged', { delivery: 'acknowledged' }],
    ['wait="2, delivery=acknowledged', { delivery: 'acknowledged' }],
    [',, ,wait=2,', { wait: '2' }],
    ['wait=２, a=1', { a: '1' }],
    ['wait; ; ;=1, a="1";b ; c = "2" , d', { a: '1', d: '' }],
    [`a="${'b'.repeat(994)}",wait=5`, { a: 'b'.repeat(994) }],
    [`a="${'b'.repeat(988)}",wait=10`, { a: 'b'.repeat(988), wait: '10' }],
    [`a="${'b'.repeat(989)}",wait=10`, { a: 'b'.repeat(989) }],
    [`a="${'b'.repeat(1_000)}", wait=5`, {}],
  ])('reads %j', (header, expected) => {
    expect(Object.fromEntries(readPreferences(header))).toEqual(expected);
  });

  it('reads in a short time a line that can be read in many ways', () => {
    expect(Object.fromEntries(readPreferences(`wait${'; '.repeat(28)}"`))).toEqual({});
  });

  it.each(['; ', ';', '"', '\\"', ',', '; a=', 'a="\\', ' ', 'a="x";'])(
    'reads a long line of %j in a short time',
    (part) => {
      const header = `a=${part.repeat(400_000 / part.length)}`;
      const started = performance.now();
      readPreferences(header);
      // Even a slow machine reads this header in some hundredths of a second. If the time grew with the square of the length,
      // even a fast machine would need minutes.
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );
});
