import type { ImportKind } from '@trading-platform/domain-types';
import { ReadingThread } from '../import/reading-thread.js';

/** Which files a thread reads: those of one kind, for a load or for a removal. */
export interface ReadingTask {
  readonly kind: ImportKind;
  readonly purpose: 'load' | 'removal';
}

/** Starts a thread that reads the lines of one kind of file. */
export function openReadingThread<Row>(task: ReadingTask): ReadingThread<Row> {
  return new ReadingThread(new URL('./read-chunks-in-thread.js', import.meta.url), task);
}
