import { describe, expect, it } from '@jest/globals';
import { loadInstalled, MissingPackageError } from './load-installed.js';

const needed = { packages: ['pg'], purpose: 'open PostgreSQL' };

function failure(message: string, code: string) {
  return () => Promise.reject(Object.assign(new Error(message), { code }));
}

describe('loadInstalled', () => {
  it('answers the module', async () => {
    expect(await loadInstalled(async () => 'module', needed)).toBe('module');
  });

  it.each([
    ["Cannot find package 'pg' imported from /app/database.js", 'ERR_MODULE_NOT_FOUND'],
    ["Cannot find module 'pg'\nRequire stack: -", 'MODULE_NOT_FOUND'],
  ])('says what to install: %s', async (message, code) => {
    const error = await loadInstalled(failure(message, code), needed).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MissingPackageError);
    expect((error as Error).message).toBe('Install pg to open PostgreSQL: npm install pg');
  });

  it.each([
    ["Cannot find package 'pg-types' imported from /app/pg.js", 'ERR_MODULE_NOT_FOUND'],
    ["Cannot read 'pg'", 'EACCES'],
  ])('leaves every other failure as it is: %s', async (message, code) => {
    await expect(loadInstalled(failure(message, code), needed)).rejects.toMatchObject({ message, code });
  });
});
