import { workerData } from 'node:worker_threads';
import { answerReads } from '../import/answer-reads.js';
import type { LineFormat } from '../import/line-format.js';
import { importFormats } from './import-formats.js';
import type { ReadingTask } from './open-reading-thread.js';

// The thread that `openReadingThread` starts runs this module.
const { kind, purpose } = workerData as ReadingTask;
answerReads(importFormats[kind][purpose] as LineFormat<unknown>);
