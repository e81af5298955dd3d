import { describe, expect, it } from '@jest/globals';
import { findUser, foldLoginId } from './login-id.js';
import type { StoredUser } from './user.js';

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

describe('findUser', () => {
  const stored = new Map(
    ['demo', 'ｔａｎａｋａ', 'tanaka', ' old '].map((userId) => [userId, { userId } as StoredUser]),
  );

  it.each([
    ['demo', 'demo', 1],
    ['ｄｅｍｏ', 'demo', 2],
    ['ｔａｎａｋａ', 'ｔａｎａｋａ', 2],
    ['tanaka', 'tanaka', 1],
    [' old ', ' old ', 2],
    ['old', undefined, 1],
    ['ｎｏｂｏｄｙ', undefined, 2],
  ])('%j finds %j, with %p look-ups', async (typed, found, lookUps) => {
    const asked: string[] = [];
    const find = async (userId: string) => {
      asked.push(userId);
      return stored.get(userId);
    };
    expect((await findUser({ find }, typed))?.userId).toBe(found);
    expect(asked).toHaveLength(lookUps);
  });
});
