import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer, globalAgent } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { nodeFetch, proxyFor } from '../src/node/index.js';
import { aRange, FakePlatform, FakeProxy } from '../src/testing/index.js';
import { clientOf, collect } from './a-client.js';

/** A certificate for `platform.example` and `127.0.0.1`, which is valid for a hundred years. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBwDCCAWegAwIBAgIUHqO+4wPeFK2v/7N6rCANPHDl4ekwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcGxhdGZvcm0uZXhhbXBsZTAgFw0yNjExMjUyMTEwMzVaGA8y
MTI2MTEwMTIxMTAzNVowGzEZMBcGA1UEAwwQcGxhdGZvcm0uZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABNPe20VPx+kofKOfeTHkicbbtVbAEuQbcRvy
ZP1qn1XyxYr62hR+3eu6pKqkcsykdG3WLdLaCUS3LpykEglqtCCjgYYwgYMwHQYD
VR0OBBYEFOuUvl9ruIqApfF3oeqelJFs9IGWMB8GA1UdIwQYMBaAFOuUvl9ruIqA
pfF3oeqelJFs9IGWMDAGA1UdEQQpMCeCEHBsYXRmb3JtLmV4YW1wbGWCDXByb3h5
LmV4YW1wbGWHBH8AAAEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBE
AiB6xTsBdATfoDpP5n/5u0Ju0rlMvlgW5+tYXQCyJ6/2DwIgDapwg2Npna/EvlI6
etV2Bx1TUc/4vPHwZSONx/oWFcw=
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOVDw+tnylWC8UvSk
2hk9CaMP3xxarz9zt3JofOI9AYOhRANCAATT3ttFT8fpKHyjn3kx5InG27VWwBLk
G3Eb8mT9ap9V8sWK+toUft3ruqSqpHLMpHRt1i3S2glEty6cpBIJarQg
-----END PRIVATE KEY-----`;

describe('the proxy for an address', () => {
  const both = { HTTP_PROXY: 'http://one.example:3128', HTTPS_PROXY: 'http://two.example:3128' };

  it.each([
    [both, 'http://api.example/x', 'http://one.example:3128', 'HTTP_PROXY'],
    [both, 'https://api.example/x', 'http://two.example:3128', 'HTTPS_PROXY'],
    [{ ...both, https_proxy: 'http://low.example:1' }, 'https://api.example', 'http://low.example:1', 'https_proxy'],
    [{ ...both, https_proxy: '' }, 'https://api.example', 'http://two.example:3128', 'HTTPS_PROXY'],
    [{ HTTPS_PROXY: 'two.example:3128' }, 'https://api.example', 'http://two.example:3128', 'HTTPS_PROXY'],
    [{ HTTPS_PROXY: 'https://two.example' }, 'https://api.example', 'https://two.example', 'HTTPS_PROXY'],
    [
      { HTTPS_PROXY: 'http://u:p%40ss@two.example:3128/' },
      'https://api.example',
      'http://u:***@two.example:3128',
      'HTTPS_PROXY',
    ],
    [
      { HTTPS_PROXY: 'http://u:a%b@two.example:3128/' },
      'https://api.example',
      'http://u:***@two.example:3128',
      'HTTPS_PROXY',
    ],
    [{ HTTPS_PROXY: 'http://u@two.example' }, 'https://api.example', 'http://u@two.example', 'HTTPS_PROXY'],
  ])('by %j names for %s %s', (environment, address, proxy, variable) => {
    expect(proxyFor(address, environment)).toMatchObject({ address: proxy, variable });
  });

  it.each([
    ['http://api.example', { HTTPS_PROXY: 'http://two.example:3128' }],
    ['https://api.example', { HTTP_PROXY: 'http://one.example:3128', NO_PROXY: '' }],
    ...[
      'http://localhost:4000',
      'http://sub.localhost',
      'http://127.0.0.1:1',
      'http://127.9.9.9',
      'http://[::1]:80',
    ].map((own) => [own, both] as const),
    ...[
      '*',
      'api.example',
      'API.example.',
      '.api.example',
      'example',
      'other.example, api.example',
      'other.example api.example',
      'api.example:443',
      '*.example',
    ].map((NO_PROXY) => ['https://api.example', { ...both, NO_PROXY }] as const),
    ['https://api.example', { ...both, NO_PROXY: 'other.example', no_proxy: 'api.example' }],
    ['https://10.1.2.3', { ...both, NO_PROXY: '10.1.2.3' }],
    ['https://10.1.2.3', { ...both, NO_PROXY: '10.0.0.0/8' }],
    ['https://[fd00::1]', { ...both, NO_PROXY: 'fd00::1' }],
    ['https://[fd00::1]:8443', { ...both, NO_PROXY: '[fd00::1]:8443' }],
    ['https://[fd00::1]', { ...both, NO_PROXY: 'fd00::/8' }],
  ])('is none for %s with %j', (address, environment) => {
    expect(proxyFor(address, environment)).toBeUndefined();
  });

  it.each(['pi.example', 'api.example:80', 'api', 'sub.api.example', '10.0.0.0/8', 'example.', ' , '])(
    'is there although NO_PROXY is %j',
    (NO_PROXY) => {
      const target = NO_PROXY === 'example.' ? 'https://api.test' : 'https://api.example';
      expect(proxyFor(target, { ...both, NO_PROXY })?.address).toBe('http://two.example:3128');
    },
  );

  it.each(['10.0.0.0/99', '10.0.0.0/', '10.2.0.0/16', 'fd00::/8', '10.1.2'])(
    'of an address is there although NO_PROXY is %j',
    (NO_PROXY) => {
      expect(proxyFor('https://10.1.2.3', { ...both, NO_PROXY })).toBeDefined();
    },
  );

  it.each(['socks5://u:secret@proxy.example', 'http://', 'http://u:secret@proxy.example:99999'])(
    'cannot be %s',
    (HTTPS_PROXY) => {
      const find = () => proxyFor('https://api.example', { HTTPS_PROXY });
      expect(find).toThrow('HTTPS_PROXY does not name an HTTP proxy');
      expect(find).not.toThrow('secret');
    },
  );
});

describe('nodeFetch behind a proxy', () => {
  const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
  const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
  let platform: FakePlatform;
  let proxy: FakeProxy;
  let proxyUrl: string;
  /** The platform under a name that only the proxy can resolve. */
  let http: string;
  let https: string;
  let tls: Server;
  let connections = 0;

  beforeEach(async () => {
    for (const name of variables) delete process.env[name];
    platform = new FakePlatform();
    const { port } = new URL(await platform.start());
    http = `http://platform.example:${port}`;
    tls = createTlsServer({ cert: certificate, key }, (socket) => {
      connections++;
      pipeline(socket, connect(Number(port), '127.0.0.1'), socket, () => undefined);
    });
    await once(tls.listen(0, '127.0.0.1'), 'listening');
    https = `https://platform.example:${(tls.address() as AddressInfo).port}`;
    proxy = new FakeProxy();
    proxyUrl = await proxy.start();
    connections = 0;
    globalAgent.options.ca = certificate;
  });

  afterEach(async () => {
    for (const name of variables) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    delete globalAgent.options.ca;
    await Promise.all([platform.stop(), proxy.stop(), once(tls.close(), 'close')]);
  });

  const records = aRange(1, 10).map((each) => JSON.parse(each) as unknown);
  const patient = { fetch: nodeFetch, allowHttp: true, retry: { attempts: 1 } };

  it('passes calls on, with a user and a password', async () => {
    proxy.credentials = 'user:p@ss';
    process.env['http_proxy'] = proxyUrl.replace('//', '//user:p%40ss@');
    expect(await collect(clientOf(http, patient).master.download({}))).toEqual(records);
    expect(new Set(proxy.asked.map((asked) => new URL(asked).origin))).toEqual(new Set([http]));
    expect(platform.calls.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
    expect(platform.calls.every(({ headers }) => headers.host === new URL(http).host)).toBe(true);
  });

  it('calls by TLS in tunnels, which it keeps', async () => {
    proxy.credentials = 'user:p@ss';
    process.env['HTTPS_PROXY'] = proxyUrl.replace('//', '//user:p%40ss@');
    expect(await collect(clientOf(https, patient).master.download({}, { recordsPerGet: 2 }))).toEqual(records);
    expect(platform.calls.length).toBeGreaterThan(8);
    expect(proxy.asked.length).toBeLessThan(platform.calls.length / 2);
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(https).host]));
    expect(connections).toBe(proxy.asked.length);
  });

  it('still checks the certificate of the called server', async () => {
    process.env['HTTPS_PROXY'] = proxyUrl;
    await expect(nodeFetch(https.replace('platform', 'other'))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('calls hosts directly that NO_PROXY names', async () => {
    Object.assign(process.env, { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: '.example' });
    // A slow DNS server may answer too late.
    const code = expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/);
    await expect(nodeFetch(http)).rejects.toMatchObject({ code });
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    [
      'http',
      'a user',
      407,
      'Basic realm="x"',
      'settings-wrong',
      'asks for a user and a password (407',
      'Write http://USER:',
    ],
    [
      'https',
      'a user',
      407,
      'Basic realm="x"',
      'settings-wrong',
      'asks for a user and a password (407',
      'Write http://USER:',
    ],
    ['https', 'NTLM', 407, 'Negotiate, NTLM', 'settings-wrong', 'asks for a user', 'It takes Negotiate or NTLM only'],
    ['https', 'nothing to that host', 403, '', 'settings-wrong', 'does not connect to platform.example:', 'NO_PROXY'],
    ['https', 'nothing, as it is broken', 502, '', 'unavailable', 'does not connect to platform.example:', 'NO_PROXY'],
  ])('by %s says so where the proxy wants %s', async (scheme, _what, status, challenge, code, reason, advice) => {
    Object.assign(proxy, { refusal: status, challenge });
    Object.assign(process.env, { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl });
    const variable = `${scheme.toUpperCase()}_PROXY`;
    await expect(clientOf(scheme === 'http' ? http : https, patient).accessToken()).rejects.toMatchObject({
      code,
      reason: expect.stringContaining(`The proxy ${proxyUrl} (${variable}) ${reason}`),
      advice: expect.stringContaining(advice),
    });
  });

  it('says that a password is wrong without saying which', async () => {
    proxy.credentials = 'user:right';
    process.env['HTTPS_PROXY'] = proxyUrl.replace('//', '//user:wrong@');
    const error: Error = await nodeFetch(https).then(
      () => new Error('It was answered'),
      (cause: Error) => cause,
    );
    expect(error.message).toMatch(
      /^The proxy http:\/\/user:\*\*\*@127\.0\.0\.1:\d+ \(HTTPS_PROXY\) does not take this user and password \(407/,
    );
  });

  it.each(['http', 'https'])('reports that no proxy answers: %s', async (scheme) => {
    const free = createTcpServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await once(free.close(), 'close');
    Object.assign(process.env, { HTTP_PROXY: `http://127.0.0.1:${port}`, HTTPS_PROXY: `127.0.0.1:${port}` });
    await expect(clientOf(scheme === 'http' ? http : https, patient).accessToken()).rejects.toMatchObject({
      code: 'unavailable',
      reason: expect.stringMatching(
        new RegExp(
          `^The proxy http://127\\.0\\.0\\.1:${port} \\(${scheme.toUpperCase()}_PROXY\\) cannot be reached: .*ECONNREFUSED`,
        ),
      ),
    });
  });

  it.each(['http', 'https'])('ends if it is aborted while the proxy is silent: %s', async (scheme) => {
    const silent = createServer(() => undefined).on('connect', (_call, socket) => {
      socket.on('end', () => socket.end()).resume();
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    Object.assign(process.env, { HTTP_PROXY: address, HTTPS_PROXY: address });
    const controller = new AbortController();
    const asked = Promise.race([once(silent, 'connect'), once(silent, 'request')]);
    const answer = nodeFetch(scheme === 'http' ? http : https, { signal: controller.signal });
    const [{ socket }] = (await asked) as [{ socket: Server }];
    const ended = once(socket, 'close');
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await ended;
    silent.close();
  });

  it('goes through a proxy that is itself called by TLS', async () => {
    const secure = createSecureServer({ cert: certificate, key }).on('connect', (call, socket) => {
      const beyond = connect(Number(new URL(`http://${call.url}`).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        pipeline(socket, beyond, socket, () => undefined);
      });
    });
    await once(secure.listen(0, '127.0.0.1'), 'listening');
    process.env['HTTPS_PROXY'] = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
    expect((await nodeFetch(`${https}/nothing`)).status).toBe(401);
    secure.closeAllConnections();
    secure.close();
  });
});
