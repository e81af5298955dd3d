import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf, Platform } from '../src/platform.js';

const own = { ORDERING_DATABASE_URL: 'postgres://127.0.0.1:1/ordering' };

describe('a platform of the tests, where all flows run on PostgreSQL', () => {
  const before = process.env['TEST_PLATFORM_DATABASE'];
  beforeEach(() => {
    process.env['TEST_PLATFORM_DATABASE'] = 'postgres';
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TEST_PLATFORM_DATABASE'];
    else process.env['TEST_PLATFORM_DATABASE'] = before;
  });

  it('is on the server of all tests, unless its settings name one', () => {
    expect(kindOf({ database: 'sqlite', settings: { BATCH_LEASE_SECONDS: '2' } })).toBe('postgres');
    expect(kindOf({ database: 'sqlite', settings: own })).toBe('sqlite');
  });

  it('refuses roles for databases that it would not use', async () => {
    await expect(Platform.start({ database: 'postgres', settings: own })).rejects.toThrow(
      /^With roles a platform is on databases of its own/,
    );
  });
});
