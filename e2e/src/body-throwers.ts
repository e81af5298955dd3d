import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiCaller } from './api-caller.js';

export interface ThrownBody {
  /** The path of the call, without the prefix. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

/**
 * Sends the bodies repeatedly over several connections. The sender is a separate process, so that its CPU time does not
 * delay the measured calls. A broken connection is replaced, because the service may close a connection whose body it
 * refuses.
 *
 * @returns a function that ends the sender and returns the number of answers for each status
 */
export async function throwBodies(
  caller: ApiCaller,
  bodies: readonly ThrownBody[],
  connections: number,
): Promise<() => Promise<Readonly<Record<string, number>>>> {
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-bodies-'));
  const files = await Promise.all(
    bodies.map(async ({ path, body }, position) => {
      const file = join(folder, String(position));
      await writeFile(file, body);
      return { path, file };
    }),
  );
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const told = () =>
    Promise.race([
      once(child, 'message'),
      exited.then(([code]) => Promise.reject(new Error(`The process that throws bodies has ended with ${code}`))),
    ]);
  const url = `${caller.addresses.apiUrl}/ordApi/order`;
  child.send({ url, token: await caller.token(), connections, files });
  await told();
  return async () => {
    const answers = told();
    child.send('end');
    const [statuses] = (await answers) as [Readonly<Record<string, number>>];
    await exited;
    await rm(folder, { recursive: true });
    return statuses;
  };
}

/** Prints `true` after the first answer. At the end the program prints the number of answers for each status. */
const script = `
  const { readFileSync } = require('node:fs');
  const { Agent, request } = require('node:http');
  process.once('message', async ({ url, token, connections, files }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const thrown = files.map(({ path, file }) => ({ path, body: readFileSync(file) }));
    const statuses = {};
    let ended = false;
    process.once('message', () => (ended = true));
    const send = ({ path, body }) => new Promise((resolve) => {
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', 'content-length': body.length };
      request(url + path, { agent, method: 'POST', headers }, (response) => {
        response.once('error', resolve).once('close', () => resolve(response.statusCode)).resume();
      }).on('error', resolve).end(body);
    });
    await Promise.all(Array.from({ length: connections }, async (_, first) => {
      for (let n = first; !ended; n++) {
        const status = await send(thrown[n % thrown.length]);
        if (typeof status !== 'number') continue;
        if (Object.keys(statuses).length === 0) process.send(true);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }));
    agent.destroy();
    process.send(statuses, () => process.disconnect());
  });
`;
