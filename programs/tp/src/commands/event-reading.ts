import type { CursorStore, EventFilters, PlatformClient } from '@trading-platform/client';
import { FileCursorStore } from '@trading-platform/client/node';
import { CliError, callerPath } from '@trading-platform/terminal';

/** The options of every command that follows events. */
export interface EventReadingOptions {
  readonly types?: string;
  readonly memberCodes?: string;
  readonly after?: string;
  readonly cursorFile?: string;
}

/** The events that a command reads, and the place where it begins. */
export interface EventReading {
  readonly filters: EventFilters;
  readonly after: string | undefined;
  readonly store: CursorStore | undefined;
}

/** @throws CliError `usage` */
export function readingOf({ types, memberCodes, after, cursorFile }: EventReadingOptions): EventReading {
  if (after !== undefined && cursorFile !== undefined) {
    throw new CliError('usage', 'Give --after or --cursor-file, not both');
  }
  return {
    filters: { types: types?.split(','), memberCodes: memberCodes?.split(',') },
    after,
    store: cursorFile === undefined ? undefined : new FileCursorStore(callerPath(cursorFile)),
  };
}

/** Returns the place where the command begins. Without one, it begins with the events that happen from now on. */
export async function firstPlace(
  client: PlatformClient,
  { filters, after, store }: EventReading,
  signal: AbortSignal,
): Promise<string | CursorStore> {
  const known = after ?? (await store?.load());
  if (known !== undefined) return store ?? known;
  const { nextCursor } = await client.events.list({ ...filters, limit: 1, signal });
  await store?.save(nextCursor);
  return store ?? nextCursor;
}
