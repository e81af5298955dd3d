import type { PlatformClient } from '@trading-platform/client';
import { interruptSignal } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { writeOutput } from '../downloads/write-output.js';
import { type EventReading, type EventReadingOptions, readingOf } from './event-reading.js';

interface TailOptions extends ConnectOptions, EventReadingOptions {
  readonly once?: true;
}

/** Prints events as lines of JSON. */
export async function tailEvents(options: TailOptions): Promise<void> {
  const reading = readingOf(options);
  await withConnection(options, async ({ client }) => {
    if (options.once === true) await printOnce(client, reading);
    else await printUntilInterrupted(client, reading);
  });
}

async function printUntilInterrupted(client: PlatformClient, { filters, after, store }: EventReading): Promise<void> {
  const signal = interruptSignal();
  const events = client.events.follow({ ...filters, cursor: store ?? after, signal });
  for await (const event of events) await printEvent(event);
}

async function printOnce(client: PlatformClient, { filters, after, store }: EventReading): Promise<void> {
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
