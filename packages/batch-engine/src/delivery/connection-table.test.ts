import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import {
  type ConnectionTable,
  connectionName,
  connectionState,
  type FoundConnection,
  systemConnectionTable,
} from './connection-table.js';

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
  server = undefined;
});

/** Opens a connection and returns both sockets, each of which can close its own direction. */
async function pair(host: string): Promise<{ readonly near: Socket; readonly far: Socket }> {
  server ??= createServer({ allowHalfOpen: true });
  if (!server.listening) await once(server.listen(0, host), 'listening');
  const far = connect({ port: (server.address() as AddressInfo).port, host, allowHalfOpen: true });
  const [[near]] = (await Promise.all([once(server, 'connection'), once(far, 'connect')])) as [[Socket], unknown];
  for (const socket of [near, far]) socket.on('error', () => undefined);
  sockets.push(near, far);
  return { near, far };
}

if (process.platform !== 'linux') {
  it('does not exist here', () => {
    expect(systemConnectionTable).toBeUndefined();
  });
} else {
  const table: ConnectionTable = systemConnectionTable!;

  async function find(name: string, isExpected: (found: FoundConnection | undefined) => boolean) {
    for (const startedAt = performance.now(); ; await sleep(5)) {
      const found = (await table(new Set([name]))).get(name);
      if (isExpected(found) || performance.now() - startedAt > 200_000) return found;
    }
  }

  it.each(['127.0.0.1', '::1'])('knows the connections of %s among hundreds', async (host) => {
    const nears: Socket[] = [];
    for (let n = 0; n < 200; n++) nears.push((await pair(host)).near);
    const names = nears.map((near) => connectionName(near)!);
    const wanted = new Set([...names, '0100007F:0001 0100007F:0001']);
    let found = await table(wanted);
    // One read of the table can miss a connection if another connection ends at the same moment.
    for (let tries = 1; tries < 100 && found.size < names.length; tries++) found = await table(wanted);
    expect(new Set(found.keys())).toEqual(new Set(names));
    expect(new Set(Array.from(found.values(), ({ state }) => state))).toEqual(new Set([connectionState.established]));
  });

  it('tells what the other side has not acknowledged', async () => {
    const { near, far } = await pair('127.0.0.1');
    far.pause();
    near.write(Buffer.alloc(20_000_000));
    const name = connectionName(near)!;
    const unread = await find(name, (found) => (found?.unacknowledgedBytes ?? 0) > 0);
    expect(unread?.unacknowledgedBytes).toBeGreaterThan(0);
    far.resume();
    expect(await find(name, (found) => found?.unacknowledgedBytes === 0)).toEqual({
      state: connectionState.established,
      unacknowledgedBytes: 0,
    });
  });

  it('tells that the other side has ended its direction, and of a connection that both have ended in order', async () => {
    const { near, far } = await pair('127.0.0.1');
    const [nearName, farName] = [connectionName(near)!, connectionName(far)!];
    far.end();
    expect(await find(nearName, (found) => found?.state === connectionState.closeWait)).toMatchObject({
      state: connectionState.closeWait,
    });
    near.resume().end();
    far.resume();
    // The operating system of the side that ended the connection earlier still waits for late packets.
    expect(await find(farName, (found) => found?.state === connectionState.timeWait)).toMatchObject({
      state: connectionState.timeWait,
    });
  });
}

it('names no connection whose socket has forgotten its ends', () => {
  const socket = connect({ port: 1, host: '127.0.0.1' }).on('error', () => undefined);
  socket.destroy();
  expect(connectionName(socket)).toBeUndefined();
});
