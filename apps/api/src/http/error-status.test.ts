import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { errorStatus } from './error-status.js';

const contract = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8');
const rows = [...contract.matchAll(/^\| `(E\d{6})` +\| (\d{3})?\b.*$/gm)].map(([, code = '', status]) => [
  code,
  status,
]);

describe('the statuses of the error codes', () => {
  it('are all in the contract', () => {
    expect(rows.map(([code]) => code).toSorted()).toEqual(Object.keys(errorStatus).toSorted());
  });

  it.each(rows.filter(([, status]) => status !== undefined))('%s refuses with %s', (code, status) => {
    expect(errorStatus).toMatchObject({ [code ?? '']: Number(status) });
  });
});
