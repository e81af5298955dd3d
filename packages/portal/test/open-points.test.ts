import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { openPoints, partsOf } from '../build/open-points.mjs';

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
const english = read('open-points');
const japanese = read('open-points.ja');

/** The parts that are written in the same way in both languages: code, and numbers of two digits or more. */
function alike(body: string): { readonly codes: readonly string[]; readonly numbers: readonly string[] } {
  const text = body.replace(/^- \*\*Code\*\*:[^]*/m, '').replace(/\]\([^)]*\)/g, ']');
  const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/=.*/, ''));
  const numbers = text.replace(/`[^`]+`/g, '').match(/\d[\d,]*\d/g) ?? [];
  return { codes: unique(codes), numbers: unique(numbers) };
}

const unique = (values: readonly string[]) => [...new Set(values)].toSorted();

describe('open points', () => {
  const translated = new Map(partsOf(japanese).map((part) => [part.id, part.body]));

  it.each(partsOf(english).map(({ id, body }) => [id, body]))('%s says the same in Japanese', (id = '', body = '') => {
    expect(alike(translated.get(id) ?? '')).toEqual(alike(body));
  });

  it('are on both pages, with the settings and without the places in the code', () => {
    for (const language of ['en', 'ja'] as const) {
      const page = openPoints(english, japanese, language);
      expect(page).toContain('{#order-of-records}');
      expect(page).toContain('ACCESS_TOKEN_LIFETIME_SECONDS');
      expect(page).not.toMatch(/`packages\/|\*\*Code\*\*/);
    }
  });

  it('cannot be left out of one language', () => {
    const without = japanese.replace(/^### タイムゾーン[^]*?(?=^### )/m, '');
    expect(() => openPoints(english, without, 'ja')).toThrow(
      'has fields-without-a-value where docs/open-points.md has time-zone',
    );
  });
});
