import { EventEmitter } from 'node:events';
import { startPostgres } from './start-postgres.js';

/**
 * Jest gives every test file its own modules and globals, but all files of a process share Node's own classes. For this reason,
 * the server that the first file starts is stored on such a class.
 */
const shared: { [server]?: Promise<string> } = EventEmitter as object;
const server: unique symbol = Symbol.for('trading-platform.test-postgres') as never;

/**
 * Returns `TEST_POSTGRES_URL`, or the address of an embedded server. The embedded server is started by the first caller in this
 * process and shared by all callers.
 */
export async function testPostgresUrl(): Promise<string> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given !== undefined && given !== '') return given;
  shared[server] ??= startPostgres().then(({ url }) => url);
  return shared[server];
}
