import { describe, expect, it } from '@jest/globals';
import { foldLoginId } from './login-id.js';

describe('foldLoginId', () => {
  it.each([
    ['demo', 'demo'],
    ['Demo', 'Demo'],
    ['ｄｅｍｏ', 'demo'],
    [' demo\t', 'demo'],
    ['\u3000demo\u00a0', 'demo'],
    ['de\u200bmo\ufeff', 'demo'],
    ['de\u0000mo\r\n', 'demo'],
    ['ﾀﾅｶ', 'タナカ'],
    ['cafe\u0301', 'caf\u00e9'],
    ['cafe\u200b\u0301', 'caf\u00e9'],
    ['hanako tanaka', 'hanako tanaka'],
    ['\u200b ', ''],
  ])('%j is %j, and stays so', (typed, folded) => {
    expect(foldLoginId(typed)).toBe(folded);
    expect(foldLoginId(folded)).toBe(folded);
  });

  it('leaves a text alone that is far too long', () => {
    const long = 'ﷺ'.repeat(1_025);
    expect(foldLoginId(long)).toBe(long);
  });
});
