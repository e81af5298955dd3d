import type { ImportKind } from '@trading-platform/domain-types';
import { ReadingThread } from '../import/reading-thread.js';
import type { ImportFormats } from './import-formats.js';

/** The kind and the purpose of the files that a thread reads. */
export interface ReadingTask {
  readonly kind: ImportKind;
  readonly purpose: keyof ImportFormats<unknown>;
}

/** Starts a thread that reads the lines of one kind of file. */
export function openReadingThread<Row>(task: ReadingTask): ReadingThread<Row> {
  return new ReadingThread(new URL('./read-chunks-in-thread.js', import.meta.url), task);
}
