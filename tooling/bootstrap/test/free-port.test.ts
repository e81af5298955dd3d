import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Failure } from '../failure.mjs';
import { requireFreePort } from '../free-port.mjs';

describe('requireFreePort', () => {
  it('names the port and the setting when the port is taken, and is content when it is free', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const wanted = { name: 'AUTH_PORT', host: '127.0.0.1', port };
    await expect(requireFreePort(wanted)).rejects.toThrow(
      new Failure(`Port ${port} is taken by another program. Stop that one, or choose another port: AUTH_PORT=…`),
    );
    server.close();
    await once(server, 'close');
    await expect(requireFreePort(wanted)).resolves.toBeUndefined();
  });

  it('names HOST when the machine has no such address', async () => {
    const wanted = { name: 'API_PORT', host: '192.0.2.1', port: 4001 };
    await expect(requireFreePort(wanted)).rejects.toThrow(/^Cannot listen on 192\.0\.2\.1:4001 .*HOST/);
  });
});
