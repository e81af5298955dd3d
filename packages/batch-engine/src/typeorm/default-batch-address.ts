import { parseDatabaseAddress } from '@trading-platform/database';

/**
 * Returns the default address of the batches. On SQLite the batches are in a file beside the ordering data, and on PostgreSQL
 * they are in the same database.
 *
 * @example defaultBatchAddress('sqlite:data/ordering.sqlite') // 'sqlite:data/ordering.batches.sqlite'
 * @throws DatabaseAddressError when the address cannot be read
 */
export function defaultBatchAddress(orderingAddress: string): string {
  const address = parseDatabaseAddress(orderingAddress);
  if (address.dialect === 'postgres') return address.url;
  return `sqlite:${address.path.replace(/(\.sqlite)?$/, '.batches.sqlite')}`;
}

/** Returns the name of the file for segments, which is beside the file of the batches. */
export function segmentFileOf(batchFile: string): string {
  return batchFile.replace(/(\.batches)?(\.sqlite)?$/, '.segments.sqlite');
}
