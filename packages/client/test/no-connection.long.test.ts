import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { type Pause, PlatformError } from '../src/index.js';
import { nodeFetch } from '../src/node/index.js';
import { clientOf } from './a-client.js';

const program = `const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => console.log(server.address().port))`;
let child: ChildProcess | undefined;
let sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  child?.kill('SIGKILL');
});

/** The port of a server that takes no connection, because it is stopped and its queue is full (Linux). */
async function deafPort(): Promise<number> {
  child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = Number(text);
  child.kill('SIGSTOP');
  sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.race(sockets.map((socket) => once(socket, 'connect')));
  return port;
}

it('a machine that takes no connection is unreachable after six seconds', async () => {
  const url = `http://127.0.0.1:${await deafPort()}`;
  const pauses: Pause[] = [];
  const error = await clientOf(url, { fetch: nodeFetch, onPause: (pause) => void pauses.push(pause) })
    .partners.list()
    .toArray()
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('has not taken the connection for 6 s'),
    address: expect.stringContaining(url),
  });
  expect(pauses).toEqual([]);
});
