/**
 * - `cursor-unreadable`: the text is no cursor
 * - `cursor-too-old`: events after the cursor are no longer kept, or the cursor is of another log
 */
export type EventLogErrorCode = 'cursor-unreadable' | 'cursor-too-old';

/** Thrown for a cursor from which the log cannot be read. */
export class EventLogError extends Error {
  override readonly name = 'EventLogError';

  constructor(
    readonly code: EventLogErrorCode,
    message: string,
  ) {
    super(message);
  }
}
