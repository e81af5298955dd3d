import { connect, type Socket } from 'node:net';
import type { ApiCaller } from './api-caller.js';

/** A get as bare bytes on a connection of its own, uncompressed, so that a test decides when and whether it reads. */
export async function rawGet(caller: ApiCaller, path: string, range: object): Promise<Socket> {
  const { hostname, port } = new URL(caller.addresses.apiUrl);
  const body = JSON.stringify(range);
  const head = [
    `POST /ordApi/order${path}/get HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${await caller.token()}`,
    'Content-Type: application/json',
    'Accept-Encoding: identity',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}
