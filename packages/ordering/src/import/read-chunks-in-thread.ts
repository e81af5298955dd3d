import { deserialize, serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportKind } from '@trading-platform/domain-types';
import type { LineFormat } from './line-format.js';
import { lineFormats } from './line-formats.js';
import { readChunk } from './read-chunk.js';
import type { SourceLine } from './read-lines.js';

// The thread of `ReadingThread`.
const format = lineFormats[workerData as ImportKind] as LineFormat<unknown>;

parentPort?.on('message', (message: Uint8Array) => {
  const bytes = serialize(readChunk(deserialize(message) as SourceLine[], format));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
