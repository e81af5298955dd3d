import type { FastifyReply } from 'fastify';

const pingMs = 15_000;
/** How long a page waits before it reconnects after a stream has ended. */
const againMs = 500;
/** If a page does not read its stream, the stream is cut off. The page then reconnects and gets the newest state. */
const mostUnreadBytes = 4 * 1_048_576;

/** A stream of server-sent events. */
export interface EventStream {
  readonly send: (frame: string) => void;
  readonly end: () => void;
}

/** Answers a request with a stream of server-sent events. */
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
