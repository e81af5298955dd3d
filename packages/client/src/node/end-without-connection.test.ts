import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { endWithoutConnection } from './end-without-connection.js';

it('ends a connection that nobody takes', async () => {
  const socket = connect({ host: 'silent.example', port: 81, lookup: () => undefined });
  endWithoutConnection(socket, 'http://silent.example:81/there', 1);
  await expect(once(socket, 'connect')).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'silent.example:81 has not taken the connection for 0.001 s',
  });
});

it('keeps a connection that was made while the process stood still', async () => {
  const server = createServer((accepted) => accepted.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Timers come next, and the event loop notices connections only after them.
  await new Promise((resolve) => setImmediate(resolve));
  const socket = connect(port, '127.0.0.1');
  endWithoutConnection(socket, `http://127.0.0.1:${port}`, 1);
  // Node begins to connect in the next tick, and this process then stands still for longer than the limit.
  process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50));
  await expect(once(socket, 'connect')).resolves.toEqual([]);
  socket.destroy();
  await once(server.close(), 'close');
});
