import { constants, createWriteStream, fstatSync, open as openCallback } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { StreamTarget } from './find-target.js';

const open = promisify(openCallback);
const lookAgainMs = 50;

/**
 * Opens a target that can only be written to. For a pipe, waits until a reader has opened the pipe. For standard output
 * and standard error, returns the streams of the process.
 *
 * @param signal ends the wait for a reader
 */
export async function openStream({ path, descriptor }: StreamTarget, signal?: AbortSignal): Promise<Writable> {
  if (descriptor === 1) return process.stdout;
  if (descriptor === 2) return process.stderr;
  return descriptor === undefined ? streamOf(await openForWriting(path, signal), true) : streamOf(descriptor, false);
}

function streamOf(fd: number, autoClose: boolean): Writable {
  const isPipe = fstatSync(fd).isFIFO();
  const stream = isPipe
    ? new Socket({ fd, readable: false, writable: true })
    : createWriteStream('', { fd, autoClose });
  // The calls that write to the stream report its failures. Without this listener, an `error` event would end the
  // process.
  return stream.on('error', () => undefined);
}

/** Repeats an open call that never blocks in the system, because nothing could end a wait there. */
async function openForWriting(path: string, signal: AbortSignal | undefined): Promise<number> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- repeats the call until there is a reader
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    }
    // oxlint-disable-next-line no-await-in-loop
    await sleep(lookAgainMs, undefined, { signal });
  }
}

/** Waits until everything is written, and ends the stream; standard output and standard error stay open. */
export async function endStream(stream: Writable): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject);
    const done = (error?: Error | null) => (error ? reject(error) : resolve());
    if (stream === process.stdout || stream === process.stderr) stream.write('', done);
    else stream.end(() => done());
  });
}
