import { describe, expect, it } from '@jest/globals';
import { startFailureText } from './start-failure-text.js';

describe('startFailureText', () => {
  it.each([
    [
      Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 4001 }),
      'port 4001 is already in use; stop the other program or choose another port',
    ],
    [
      new Error('wrapped', { cause: Object.assign(new Error('x'), { code: 'SQLITE_CANTOPEN' }) }),
      'the database file cannot be opened; check its folder and the permissions',
    ],
    [
      new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED', address: '::1', port: 5432 })]),
      'nothing answers at ::1:5432',
    ],
    [new Error('several\n  lines'), 'several lines'],
  ])('says in one line what is wrong with %s', (error, line) => {
    expect(startFailureText(error)).toBe(line);
  });
});
