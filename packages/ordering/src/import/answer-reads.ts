import { deserialize, serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { LineFormat } from './line-format.js';
import { readChunk } from './read-chunk.js';
import type { SourceLine } from './read-lines.js';

/** Runs in the thread of a `ReadingThread`, and reads the lines that the main thread sends. */
export function answerReads(format: LineFormat<unknown>): void {
  parentPort?.on('message', (message: Uint8Array) => {
    const bytes = serialize(readChunk(deserialize(message) as SourceLine[], format));
    parentPort?.postMessage(bytes, [bytes.buffer]);
  });
}
