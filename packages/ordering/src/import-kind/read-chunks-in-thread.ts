import { deserialize, serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { LineFormat } from '../import/line-format.js';
import { readChunk } from '../import/read-chunk.js';
import type { SourceLine } from '../import/read-lines.js';
import { lineFormats } from './line-formats.js';
import type { ReadingTask } from './reading-thread.js';
import { removalFormats } from './removal-formats.js';

// The thread of `ReadingThread`.
const { kind, purpose } = workerData as ReadingTask;
const format = (purpose === 'load' ? lineFormats : removalFormats)[kind] as LineFormat<unknown>;

parentPort?.on('message', (message: Uint8Array) => {
  const bytes = serialize(readChunk(deserialize(message) as SourceLine[], format));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
