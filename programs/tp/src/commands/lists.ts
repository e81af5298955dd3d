import type { PlatformClient } from '@trading-platform/client';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { type Filter, toRequest } from '../filters/filters.js';
import type { TableOptions } from '../view-options.js';
import { firstOf, type Most } from './first-of.js';
import { printRecords } from './print-records.js';

export type ListName = 'partners' | 'products' | 'places';

/** Shows a list of the platform, up to `--most` elements. */
export async function showList(
  name: ListName,
  filters: readonly Filter[],
  options: ConnectOptions & Most & TableOptions,
): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const list = listOf(client, name, toRequest({ ...options }, filters));
    printRecords(await firstOf(list, options), options);
  });
}

function listOf(client: PlatformClient, name: ListName, request: object): AsyncIterable<object> {
  return client[name].list(request);
}
