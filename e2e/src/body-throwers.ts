import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ApiCaller } from './api-caller.js';

export interface ThrownBody {
  /** The path of the call, after the prefix. */
  readonly path: string;
  readonly body: Uint8Array;
}

/**
 * Sends the bodies again and again over so many connections. In a process of its own: what it costs to send them and to read
 * the answers must not count as the delay of calls that are timed here.
 *
 * @returns ends it, and answers how many bodies were answered
 */
export async function throwBodies(
  caller: ApiCaller,
  bodies: readonly ThrownBody[],
  connections: number,
): Promise<() => Promise<number>> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send({
    url: `${caller.addresses.apiUrl}/ordApi/order`,
    token: await caller.token(),
    connections,
    bodies: bodies.map(({ path, body }) => ({ path, body: Buffer.from(body).toString('base64') })),
  });
  await once(child, 'message');
  return async () => {
    const answered = once(child, 'message');
    child.send('end');
    const [count] = (await answered) as [number];
    await once(child, 'exit');
    return count;
  };
}

/** Tells `true` with the first answer, and at the end how many there were. */
const script = `
  const { Agent, request } = require('node:http');
  process.once('message', async ({ url, token, connections, bodies }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const thrown = bodies.map(({ path, body }) => ({ path, body: Buffer.from(body, 'base64') }));
    let answered = 0;
    let ended = false;
    process.once('message', () => (ended = true));
    const send = ({ path, body }) => new Promise((resolve, reject) => {
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', 'content-length': body.length };
      request(url + path, { agent, method: 'POST', headers }, (response) => response.resume().once('end', resolve))
        .once('error', reject).end(body);
    });
    await Promise.all(Array.from({ length: connections }, async () => {
      while (!ended) for (const each of thrown) {
        await send(each);
        if (++answered === 1) process.send(true);
        if (ended) break;
      }
    }));
    agent.destroy();
    process.send(answered, () => process.disconnect());
  });
`;
