import type { ImportKind } from '@trading-platform/domain-types';
import { ReadingThread } from '../import/reading-thread.js';
import type { ImportFormats } from './import-formats.js';

/** The files that a thread reads: all have the same kind and purpose. */
export interface ReadingTask {
  readonly kind: ImportKind;
  readonly purpose: keyof ImportFormats<unknown>;
}

/** Starts a thread that reads the lines of one kind of file. */
export function openReadingThread<Row>(task: ReadingTask): ReadingThread<Row> {
  return new ReadingThread(new URL('./read-chunks-in-thread.js', import.meta.url), task);
}
