import type { Socket } from 'node:net';

/** Systems repeat a lost packet after one second and after three seconds, and a DNS query after five seconds. */
const connectMs = 6_000;

/** Ends the wait for a connection that no machine answers, long before the system would. */
export function endWithoutConnection(socket: Socket, url: string, limitMs = connectMs): void {
  if (!socket.connecting) return;
  const judge = () => {
    if (!socket.connecting) return;
    const { host } = new URL(url);
    const message = `${host} has not taken the connection for ${limitMs / 1_000} s`;
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  };
  // If the process stood still, the timer comes before the event loop notices a connection that was made meanwhile.
  const timer = setTimeout(() => setImmediate(judge), limitMs);
  socket.once('connect', () => clearTimeout(timer));
  socket.once('close', () => clearTimeout(timer));
}
