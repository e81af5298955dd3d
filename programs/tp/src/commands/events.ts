import { type CursorStore, type EventFilters, type PlatformClient } from '@trading-platform/client';
import { FileCursorStore } from '@trading-platform/client/node';
import { CliError, interruptSignal } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { writeOutput } from '../downloads/write-output.js';

interface TailOptions extends ConnectOptions {
  readonly types?: string;
  readonly memberCodes?: string;
  readonly after?: string;
  readonly cursorFile?: string;
  readonly once?: true;
}

/** Prints events as lines of JSON. */
export async function tailEvents(options: TailOptions): Promise<void> {
  const { types, memberCodes, after, cursorFile, once } = options;
  if (after !== undefined && cursorFile !== undefined) {
    throw new CliError('usage', 'Give --after or --cursor-file, not both');
  }
  const filters = { types: types?.split(','), memberCodes: memberCodes?.split(',') };
  const store = cursorFile === undefined ? undefined : new FileCursorStore(cursorFile);
  await withConnection(options, async ({ client }) => {
    if (once === true) await printOnce(client, filters, { after, store });
    else await printUntilInterrupted(client, filters, store ?? after);
  });
}

async function printUntilInterrupted(
  client: PlatformClient,
  filters: EventFilters,
  cursor: string | CursorStore | undefined,
): Promise<void> {
  const signal = interruptSignal();
  for await (const event of client.events.follow({ ...filters, cursor, signal })) await printEvent(event);
}

async function printOnce(
  client: PlatformClient,
  filters: EventFilters,
  { after, store }: { readonly after: string | undefined; readonly store: CursorStore | undefined },
): Promise<void> {
  const signal = interruptSignal();
  let cursor = after ?? (await store?.load());
  for (let isMore = true; isMore; ) {
    const { events, nextCursor } = await client.events.list({ ...filters, after: cursor, limit: 1_000, signal });
    for (const event of events) await printEvent(event);
    if (nextCursor !== cursor) await store?.save(nextCursor);
    cursor = nextCursor;
    isMore = events.length > 0;
  }
}

async function printEvent(event: object): Promise<void> {
  await writeOutput(process.stdout, Buffer.from(`${JSON.stringify(event)}\n`));
}
