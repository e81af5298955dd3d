import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { HttpClient } from '../src/http/http-client.js';

it('closes an idle connection before the time in the header Keep-Alive is over', async () => {
  // The server itself never closes an idle connection.
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => {
    response.writeHead(204, { 'Keep-Alive': 'timeout=2' }).end();
  });
  const closed = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new HttpClient();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await client.send({ url })).toMatchObject({ status: 204 });
  await closed;
  client.close();
  await new Promise((resolve) => server.close(resolve));
});
