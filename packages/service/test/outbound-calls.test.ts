import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import {
  AddressRule,
  type GuardedAnswer,
  type GuardedCallError,
  GuardedHttp,
  type GuardedHttpOptions,
} from '../src/outbound/index.js';
import { type DnsStub, startDnsStub } from './dns-stub.js';

const dayMs = 86_400_000;
const post = { method: 'POST', body: Buffer.from('body'), headers: { 'x-header': 'value' } } as const;

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

async function certificateOf(name: string, endsInDays = 10): Promise<Certificate> {
  const now = Date.now();
  const made = await generate([{ name: 'commonName', value: name }], {
    notBeforeDate: new Date(now - 20 * dayMs),
    notAfterDate: new Date(now + endsInDays * dayMs),
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
  return { key: made.private, cert: made.cert };
}

describe('calls to addresses of strangers', () => {
  const opened: { close(): unknown }[] = [];
  const trusted = getCACertificates('default');
  let dns: DnsStub;
  let good: Certificate;
  let expired: Certificate;
  let untrusted: Certificate;

  beforeAll(async () => {
    dns = await startDnsStub();
    [good, expired, untrusted] = await Promise.all([
      certificateOf('good.example'),
      certificateOf('expired.example', -1),
      certificateOf('untrusted.example'),
    ]);
    setDefaultCACertificates([...trusted, good.cert, expired.cert]);
  });

  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await dns.close();
  });

  beforeEach(() => {
    for (const name of ['good', 'expired', 'untrusted', 'other']) dns.answer(`${name}.example`, ['127.0.0.1']);
  });

  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });

  function client(options: Partial<GuardedHttpOptions> = {}): GuardedHttp {
    const addresses = AddressRule.read('public,127.0.0.1/32')!;
    const http = new GuardedHttp({ addresses, allowHttp: true, resolver: dns.resolver, ...options });
    opened.push(http);
    return http;
  }

  async function serve(answer: RequestListener, certificate?: Certificate, host = '127.0.0.1', at = 0) {
    const server: Server = certificate ? createSecureServer(certificate, answer) : createServer(answer);
    server.keepAliveTimeout = 200_000;
    opened.push({ close: () => (server.closeAllConnections(), server.close()) });
    await once(server.listen(at, host), 'listening');
    return { port: (server.address() as AddressInfo).port, server };
  }

  it('sends method, path, headers and body over TLS, with the name', async () => {
    const heard: unknown[] = [];
    const { port } = await serve((request, reply) => {
      request.setEncoding('utf8').on('data', (body) => heard.push(body));
      const { method, url, headers } = request;
      heard.push(method, url, headers.host, headers['x-header'], headers['accept-encoding']);
      request.on('end', () => reply.writeHead(201).end('done'));
    }, good);
    const answer = await client().send(`https://GOOD.example:${port}/a%20b?c=d`, post);
    expect({ ...answer, body: String(answer.body) }).toEqual({ status: 201, body: 'done', isWhole: true });
    expect(heard).toEqual(['POST', '/a%20b?c=d', `good.example:${port}`, 'value', undefined, 'body']);
  });

  it.each([
    ['another name', 'other.example', () => good],
    ['no known issuer', 'untrusted.example', () => untrusted],
    ['an end in the past', 'expired.example', () => expired],
    ['a number instead of its name', '127.0.0.1', () => good],
  ])('refuses a certificate with %s, before it sends anything', async (_, host, certificate) => {
    const heard: string[] = [];
    const { port } = await serve((request, reply) => reply.end(String(heard.push(request.url!))), certificate());
    await expect(client().send(`https://${host}:${port}/`, post)).rejects.toMatchObject({
      code: 'certificate-refused',
    });
    expect(heard).toEqual([]);
  });

  it('resolves once for each call, so that a second DNS answer has no effect', async () => {
    const { port } = await serve((_, reply) => reply.end('good'));
    let asked: number;
    let tookMs: number;
    do {
      const begun = performance.now();
      const before = dns.asked('good.example');
      await client().send(`http://good.example:${port}/`, post);
      asked = dns.asked('good.example') - before;
      tookMs = performance.now() - begun;
      // The resolver asks again when there is no answer for a quarter of a second.
    } while (asked > 2 && tookMs > 200);
    expect(asked).toBe(2);
  });

  it('checks a name again although its connection is still open', async () => {
    const { port } = await serve((_, reply) => reply.end('good'));
    const http = client();
    await http.send(`http://good.example:${port}/`, post);
    dns.answer('good.example', ['127.0.0.2']);
    await expect(http.send(`http://good.example:${port}/`, post)).rejects.toMatchObject({ code: 'address-refused' });
  });

  it('follows a name to another allowed address', async () => {
    const { port } = await serve((_, reply) => reply.end('first'));
    await serve((_, reply) => reply.end('second'), undefined, '127.0.0.2', port);
    const http = client({ addresses: AddressRule.read('127.0.0.0/8')! });
    const first = await http.send(`http://good.example:${port}/`, post);
    dns.answer('good.example', ['127.0.0.2']);
    const second = await http.send(`http://good.example:${port}/`, post);
    expect([first, second].map(({ body }) => String(body))).toEqual(['first', 'second']);
  });

  it('uses an open connection again, and a new one when the other side has closed it', async () => {
    let connections = 0;
    const { port, server } = await serve((_, reply) => reply.end('good'));
    server.on('connection', () => connections++);
    const http = client();
    const send = () => http.send(`http://good.example:${port}/`, post);
    await send();
    await send();
    expect(connections).toBe(1);
    server.closeAllConnections();
    expect((await send()).status).toBe(200);
    expect(connections).toBe(2);
  });

  it.each([301, 302, 303, 307, 308])('answers a redirect (%i) and does not follow it', async (status) => {
    const heard: string[] = [];
    const { port } = await serve((request, reply) => {
      heard.push(request.url!);
      reply.writeHead(status, { location: `http://good.example:${port}/second` }).end();
    });
    expect((await client().send(`http://good.example:${port}/first`, post)).status).toBe(status);
    expect(heard).toEqual(['/first']);
  });

  it('reads an answer only up to the limit', async () => {
    const { port } = await serve((_, reply) => {
      for (let part = 0; part < 64; part++) reply.write(Buffer.alloc(65_536, 'x'));
      reply.end();
    });
    const { body, isWhole } = await client().send(`http://good.example:${port}/`, post);
    expect([body.length, isWhole]).toEqual([65_536, false]);
  });

  it.each([
    ['no answer to the connection', 'silent'],
    ['no head', 'headless'],
    ['a head in single bytes', 'drip'],
  ])('gives up in time after %s', async (_, kind) => {
    const { port } = await serve(() => undefined);
    const { server } = await serve(() => undefined, undefined, '127.0.0.1');
    server.removeAllListeners('connection').on('connection', (socket) => {
      if (kind === 'headless') return;
      socket.write('HTTP/1.1 200 OK\r\nslow: ');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('error', () => undefined).once('close', () => clearInterval(timer));
    });
    const at = kind === 'silent' ? port : (server.address() as AddressInfo).port;
    const http = client({ timeoutMs: 300 });
    await expect(http.send(`http://good.example:${at}/`, post)).rejects.toMatchObject({ code: 'time-over' });
  });

  it('gives up in time if DNS does not answer', async () => {
    dns.silence('silent.example');
    const http = client({ timeoutMs: 300 });
    await expect(http.send('https://silent.example/', post)).rejects.toMatchObject({ code: 'time-over' });
  });

  it('has the status of an answer whose body never ends', async () => {
    const { port } = await serve((_, reply) => reply.writeHead(200).write('begun'));
    let answer: GuardedAnswer | undefined;
    // On a busy machine, the time may be over before the status has arrived.
    for (let timeoutMs = 300; answer === undefined; timeoutMs *= 3) {
      const sent = client({ timeoutMs }).send(`http://good.example:${port}/`, post);
      answer = await sent.catch((error: GuardedCallError) => {
        if (error.code !== 'time-over') throw error;
        return undefined;
      });
    }
    expect({ ...answer, body: String(answer.body) }).toEqual({ status: 200, body: 'begun', isWhole: false });
  });

  it('refuses heads that are too long or malformed', async () => {
    const { port } = await serve((request, reply) => {
      if (request.url === '/long') reply.writeHead(200, { long: 'x'.repeat(20_000) }).end();
      else request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n');
    });
    const http = client();
    for (const path of ['long', 'malformed']) {
      await expect(http.send(`http://good.example:${port}/${path}`, post)).rejects.toMatchObject({ code: 'no-answer' });
    }
  });

  it('reports that a name is unknown, that nobody listens, or that the call was stopped', async () => {
    const http = client();
    await expect(http.send('https://nowhere.example/', post)).rejects.toMatchObject({ code: 'name-unknown' });
    await expect(http.send('https://good.example:1/', post)).rejects.toMatchObject({ code: 'url-refused' });
    const { port, server } = await serve(() => undefined);
    const stop = AbortSignal.timeout(100);
    await expect(http.send(`http://good.example:${port}/`, post, stop)).rejects.toMatchObject({ code: 'no-answer' });
    server.closeAllConnections();
    server.close();
    await expect(http.send(`http://good.example:${port}/`, post)).rejects.toMatchObject({
      code: 'no-answer',
      message: 'has not answered (ECONNREFUSED)',
    });
  });

  it('uses no proxy and trusts no unchecked certificate, even if the environment asks for it', async () => {
    const heard: string[] = [];
    const { port } = await serve((request, reply) => reply.end(String(heard.push(request.url!))), untrusted);
    const { port: proxy } = await serve((request, reply) => reply.end(String(heard.push(`proxy ${request.url}`))));
    const proxyAddress = `http://127.0.0.1:${proxy}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'];
    const proxies = Object.fromEntries(names.map((name) => [name, proxyAddress]));
    const script = `
      import { AddressRule, GuardedHttp } from ${JSON.stringify(new URL('../dist/outbound/index.js', import.meta.url))};
      const http = new GuardedHttp({ addresses: AddressRule.read('127.0.0.0/8'), allowHttp: true, timeoutMs: 100_000 });
      for (const address of ['https://localhost:${port}/', 'http://localhost:${port}/']) {
        await http.send(address, { method: 'GET' }).catch((error) => console.log(error.code));
      }
      http.close();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...proxies, NODE_USE_ENV_PROXY: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
    });
    expect(stdout).toBe('certificate-refused\nno-answer\n');
    expect(heard).toEqual([]);
  });
});

describe('AddressRule', () => {
  it.each(['1.1.1.1', '8.8.8.8', '192.0.1.1', '223.255.255.254', '2606:4700::1111', '2400:cb00::1', '2a00:1450::1'])(
    'treats %s as public',
    (address) => {
      expect(AddressRule.read('public')?.allows(address)).toBe(true);
    },
  );

  it('allows the named networks, with or without public addresses', () => {
    const [both, own] = [AddressRule.read('public, 10.1.0.0/16,fd00::/8')!, AddressRule.read('10.1.0.0/16')!];
    const addresses = ['10.1.2.3', '10.2.0.1', 'fd12::1', '8.8.8.8', '::ffff:10.1.2.3'];
    expect(addresses.map((address) => both.allows(address))).toEqual([true, false, true, true, false]);
    expect(addresses.map((address) => own.allows(address))).toEqual([true, false, false, false, false]);
  });

  it.each(['', 'private', '10.0.0.0', '10.0.0.0/33', '10.0.0/8', 'public,', '0x0a.0.0.0/8', 'fd00::/129', '1.2.3.4/'])(
    'does not accept %j',
    (text) => {
      expect(AddressRule.read(text)).toBeUndefined();
    },
  );
});
