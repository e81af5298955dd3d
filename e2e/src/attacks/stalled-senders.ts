import { connect, type Socket } from 'node:net';
import type { AttackedService, PostLines } from './attacked-services.js';

/** A client that sends part of a request and then stops. `n` numbers the clients of the same kind. */
export type StalledSender = (n: number) => Socket;

const sizes = [16 * 1024 * 1024, 1024 * 1024, 64 * 1024, 16 * 1024];

/**
 * Returns every kind of client that stops sending: while sending headers, or while sending a body of any size, with or
 * without being signed in.
 */
export function stalledSenders(service: AttackedService): readonly StalledSender[] {
  const { url, posts, strangers } = service;
  const bodies = [posts, strangers].filter((senders) => senders.length > 0);
  return [
    () => stalled(url, 'GET /healthz HTTP/1.1\r\nHost: test\r\n'),
    ...bodies.flatMap((senders) => sizes.map((bytes) => almost(url, senders, bytes))),
  ];
}

/** Declares a body of this many bytes and sends all but its last byte. */
export function almost(url: string, senders: readonly PostLines[], bytes: number): StalledSender {
  const part = Buffer.alloc(bytes - 1, `{"x":"${'x'.repeat(1_000)}`);
  return (n) => {
    const [line, ...lines] = senders[n % senders.length] as PostLines;
    return stalled(
      url,
      [`${line} HTTP/1.1`, 'Host: test', ...lines, `Content-Length: ${bytes}`, '', ''].join('\r\n'),
      part,
    );
  };
}

/** Opens a connection whose client sends these parts, but never reads and never closes. */
export function stalled(url: string, ...parts: readonly (string | Buffer)[]): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).pause();
  for (const part of parts) socket.write(part);
  return socket;
}
