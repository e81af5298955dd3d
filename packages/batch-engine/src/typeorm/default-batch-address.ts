import { parseDatabaseAddress } from '@trading-platform/database';

/**
 * The default address of the batches: on SQLite a file beside the ordering data, on PostgreSQL the same database.
 *
 * @example defaultBatchAddress('sqlite:data/ordering.sqlite') // 'sqlite:data/ordering.batches.sqlite'
 * @throws DatabaseAddressError when the address cannot be read
 */
export function defaultBatchAddress(orderingAddress: string): string {
  const address = parseDatabaseAddress(orderingAddress);
  if (address.dialect === 'postgres') return address.url;
  return `sqlite:${address.path.replace(/(\.sqlite)?$/, '.batches.sqlite')}`;
}

/** The file of the segments, beside the file of the batches. */
export function segmentFileOf(batchFile: string): string {
  return batchFile.replace(/(\.batches)?(\.sqlite)?$/, '.segments.sqlite');
}
