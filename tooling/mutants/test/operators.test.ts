import { describe, expect, it } from '@jest/globals';
import { changed } from '../mutant.mjs';
import { changesOf } from '../operators.mjs';

function mutantsOf(source: string): string[] {
  return changesOf('a.ts', source).map((change) => changed({ source, change }).after);
}

describe('the operators', () => {
  it.each([
    ['a boundary', 'const a = b < c;', ['const a = b <= c;']],
    ['an equality', 'const a = b !== c;', ['const a = b === c;']],
    ['a connective', 'const a = b && c;', ['const a = b || c;']],
    ['a guard', 'if (a) b = c;', ['if (false) b = c;', 'if (a) ;']],
    ['a choice', 'const a = b ? c : d;', ['const a = !(b) ? c : d;']],
    ['a call', 'await a();', [';']],
    ['a number', 'const a = 3;', ['const a = 4;']],
    ['a boolean', 'const a = true;', ['const a = false;']],
    ['a sum, but not a text', "const a = b + 'c' + (d + e);", ["const a = b + 'c' + (d - e);"]],
    ['a unit', 'const a = 60 * 1000;', ['const a = 60 / 1000;']],
    ['a compared text', "const a = b === 'c';", ["const a = b !== 'c';"]],
    ['a header', "const a = { Vary: 'Origin', name: 'x' };", ["const a = { Vary: '', name: 'x' };"]],
    ['a list of texts', "const a = ['GET', 'HEAD'];", ["const a = ['HEAD'];"]],
    ['a counterpart', 'const a = Math.min(b, c);', ['const a = Math.max(b, c);']],
    [
      'a statement of SQL',
      'const a = `SELECT b FROM c WHERE d <= $1 AND e = ${f}`;',
      [
        'const a = `SELECT b FROM c WHERE d < $1 AND e = ${f}`;',
        'const a = `SELECT b FROM c WHERE d <= $1 OR e = ${f}`;',
        'const a = `SELECT b FROM c WHERE d <= $1 AND e <> ${f}`;',
      ],
    ],
  ])('change %s', (_, source, expected) => {
    expect(mutantsOf(source)).toEqual(expected);
  });

  it.each([
    ['types', "type A = 'b' | 3; interface C { readonly d: true }"],
    ['imports', "import a from 'b';"],
    ['large numbers', 'const a = 5_000;'],
    ['log lines', 'this.log.warn({ a }, "b");'],
    ['an assignment in a constructor', 'class A { constructor(a) { this.#a = a; } #a; }'],
  ])('leave %s alone', (_, source) => {
    expect(mutantsOf(source)).toEqual([]);
  });

  it('name the file that cannot be read', () => {
    expect(() => changesOf('a.ts', 'const = 1;')).toThrow('a.ts cannot be read');
  });
});
