import { EventEmitter } from 'node:events';
import { startPostgres } from './start-postgres.js';

/**
 * Jest gives every test file its own modules and globals; Node's own classes are the one place that all files of a process
 * share, so the server that the first of them starts is kept there.
 */
const shared: { [server]?: Promise<string> } = EventEmitter as object;
const server: unique symbol = Symbol.for('trading-platform.test-postgres') as never;

/** `TEST_POSTGRES_URL`, else an embedded server that the first caller in this process starts and all others share. */
export async function testPostgresUrl(): Promise<string> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given !== undefined && given !== '') return given;
  shared[server] ??= startPostgres().then(({ url }) => url);
  return shared[server];
}
