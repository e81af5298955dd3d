import { connect, type Socket } from 'node:net';

/** A connection to this machine that never ends by itself, not even after the other side has ended it. */
export function openAnyhow(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

/** @param line method and target */
export function requestHead(line: string, ...headers: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: test', ...headers].join('\r\n')}\r\n\r\n`;
}

/** Writes a few bytes again and again, whatever the other side sends. */
export function drip(socket: Socket, text: string, everyMs: number): Socket {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
  return socket;
}
