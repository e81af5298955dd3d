import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { checkAddresses } from './check-addresses.js';

/** Acts as if the machine stood still until the time for the answer was over. */
const late = () => AbortSignal.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));

describe('the call of a public address', () => {
  let server: Server;
  let issuer: string;
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      response.end(JSON.stringify(url === '/idp/oauth2/jwks' ? { keys: [{}] } : { issuer }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const bad = async () => {
    const findings = await checkAddresses({ issuer, segment: 'idp', portal: undefined, apiPrefix: '' });
    return findings.filter(({ state }) => state === 'bad').map(({ check }) => check);
  };

  it('is repeated once if the answer was missed', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockImplementationOnce(late);
    expect(await bad()).toEqual([]);
  });

  it('is not repeated again', async () => {
    const calls = jest.spyOn(AbortSignal, 'timeout').mockImplementation(late);
    expect(await bad()).toEqual(['issuer', 'key set']);
    expect(calls).toHaveBeenCalledTimes(4);
  });
});
