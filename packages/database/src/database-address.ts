import { readPostgresHosts } from './postgres-hosts.js';

/** The location of a database: a SQLite file or a PostgreSQL server. */
export type DatabaseAddress =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'postgres'; readonly url: string };

/**
 * Thrown if the address of a database cannot be read. The message never contains the address, because the address may contain a
 * password.
 */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError';
}

/**
 * Reads an address of the form `sqlite:path/to/file` or `postgres://user:password@host:port/name`. A PostgreSQL address may name
 * several servers, such as `postgres://user:password@one,other/name`. Each connection is then made to the server that accepts
 * writes.
 *
 * @throws DatabaseAddressError if the text has another form
 */
export function parseDatabaseAddress(address: string): DatabaseAddress {
  if (address.startsWith('sqlite:')) {
    const path = address.slice('sqlite:'.length);
    if (path === '' || path === ':memory:' || path.startsWith('//')) {
      throw new DatabaseAddressError('A SQLite address names a file: sqlite:data/name.sqlite');
    }
    return { dialect: 'sqlite', path };
  }
  if (/^postgres(ql)?:\/\//.test(address) && readPostgresHosts(address) !== undefined) {
    return { dialect: 'postgres', url: address };
  }
  throw new DatabaseAddressError('Expected sqlite:path/to/file or postgres://user:password@host:port/database');
}
