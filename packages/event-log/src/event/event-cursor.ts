import type { LoggedEvent } from './event.js';

/** A place in the log: the position of the last event before it, and some characters of the id of this event. */
export interface EventPlace {
  readonly position: number;
  /** `''` at the beginning of the log, and if the event is no longer kept. */
  readonly stamp: string;
}

const form = /^(\d{1,16})\.([0-9a-f]{12}|)$/;

/** Returns the text by which callers name a place. */
export function cursorOf({ position, stamp }: EventPlace): string {
  return Buffer.from(`${position}.${stamp}`).toString('base64url');
}

/** Returns the place that a cursor names, or undefined for a text that is no cursor. */
export function readCursor(cursor: string): EventPlace | undefined {
  const [, position, stamp = ''] = form.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (position === undefined || !Number.isSafeInteger(Number(position))) return undefined;
  const place = { position: Number(position), stamp };
  return cursorOf(place) === cursor ? place : undefined;
}

/** Returns the cursor with which a reader goes on after this event. */
export function cursorAfter({ sequence, id }: LoggedEvent): string {
  return cursorOf({ position: sequence, stamp: stampOf(id) });
}

/** Whether a text has the form of a cursor. */
export function isCursor(text: string): boolean {
  return readCursor(text) !== undefined;
}

/** Returns the cursor that is further on in the log. */
export function laterCursor(one: string, other: string): string {
  return (readCursor(one)?.position ?? 0) < (readCursor(other)?.position ?? 0) ? other : one;
}

/** The last group of a UUID v7 is random, so a different log has a different stamp at the same position. */
export function stampOf(id: string): string {
  return id.slice(-12);
}
