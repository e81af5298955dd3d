import { expect, it } from '@jest/globals';
import { SqliteConnection } from './index.js';

it('opens SQLite 3.50 or newer, with a driver that is built on Node-API', () => {
  const connection = new SqliteConnection(':memory:');
  const { version } = connection.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get() ?? {};
  connection.close();
  expect(Number(version?.split('.')[1])).toBeGreaterThanOrEqual(50);
  expect(version).toMatch(/^3\./);
});
