import type { FastifyReply } from 'fastify';

const pingMs = 15_000;
/** How soon the page reconnects after the end of a stream. */
const againMs = 500;
/** A page that does not read is cut off, and reconnects for the newest state. */
const mostUnreadBytes = 4 * 1_048_576;

/** A stream of server-sent events. */
export interface EventStream {
  readonly send: (frame: string) => void;
  readonly end: () => void;
}

/** Begins a stream of server-sent events as the answer. */
export function openEventStream(reply: FastifyReply): EventStream {
  const headers = Object.entries(reply.getHeaders()).filter((entry) => entry[1] !== undefined) as [string, string][];
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of headers) raw.setHeader(name, value);
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Content-Type-Options': 'nosniff',
  });
  raw.write(`retry: ${againMs}\n\n`);
  const ping = setInterval(() => raw.write(': \n\n'), pingMs).unref();
  raw.once('close', () => clearInterval(ping));
  return {
    send: (frame) => {
      if (raw.writableLength > mostUnreadBytes) raw.destroy();
      else raw.write(frame);
    },
    end: () => raw.end(),
  };
}
