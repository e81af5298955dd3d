import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AddressRule, GuardedHttp } from '../src/outbound/index.js';
import { type DnsStub, startDnsStub } from './dns-stub.js';

/** Addresses that no stranger may make the platform call, as DNS may answer them. */
const forbiddenAddresses: readonly (readonly [string, string])[] = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'carrier'],
  ['100.100.100.200', 'metadata of Alibaba'],
  ['100.127.255.254', 'carrier'],
  ['127.0.0.1', 'loopback'],
  ['127.1.2.3', 'loopback'],
  ['168.63.129.16', 'metadata of Azure'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata of containers'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'metadata of Oracle'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::7f00:1', 'IPv4-compatible loopback'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:a9fe:a9fe', 'mapped metadata'],
  ['::ffff:8.8.8.8', 'mapped public'],
  ['::ffff:0:127.0.0.1', 'translated loopback'],
  ['64:ff9b::7f00:1', 'NAT64 of loopback'],
  ['64:ff9b::808:808', 'NAT64 of a public address'],
  ['64:ff9b:1::a00:1', 'local NAT64'],
  ['100::1', 'discarded'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2001:2::1', 'benchmarks'],
  ['2001:20::1', 'ORCHID'],
  ['2002:7f00:1::1', '6to4 of loopback'],
  ['2002:808:808::1', '6to4'],
  ['3fff::1', 'documentation'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique-local'],
  ['fd00:ec2::254', 'metadata of Amazon'],
  ['fd20:ce::254', 'metadata of Google'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
];

/**
 * Different ways to write the addresses of this machine and of the metadata service. Some parsers of addresses treat
 * them as harmless names.
 */
const spellings = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '0',
  '0x7f.1',
  '0x7f000001',
  '0X7F.0.0.1',
  '0177.0.0.1',
  '00000177.1',
  '017700000001',
  '2130706433',
  '127.0.0.1%2e',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'any.localhost',
] as const;

/** Whole addresses that are refused without a DNS query. PORT is a port on which this machine listens. */
const malformed = [
  ['http://example.com:PORT/', 'https://'],
  ['ftp://example.com:PORT/', 'https'],
  ['file:///etc/passwd', 'https'],
  ['gopher://127.0.0.1:PORT/_x', 'https'],
  ['javascript:alert(1)', 'https'],
  ['data:text/plain,x', 'https'],
  ['//example.com:PORT/', 'https'],
  ['https:example.com', 'https'],
  ['https:/example.com', 'https'],
  ['https:///example.com', 'https'],
  ['https:\\\\example.com\\', 'https'],
  ['https://example.com\\@127.0.0.1:PORT/', 'https'],
  [' https://example.com/', 'https'],
  ['https://exa\nmple.com/', 'https'],
  ['https://example.com/\r\nX-Header: 1', 'https'],
  ['https://example.com/\u2028', 'https'],
  ['https://user@example.com/', 'user name'],
  ['https://user:password@example.com/', 'user name'],
  ['https://@example.com/', 'user name'],
  ['https://example.com@127.0.0.1:PORT/', 'user name'],
  ['https://example.com/#part', 'fragment'],
  ['https://example.com/#', 'fragment'],
  ['https://example.com:22/', 'port'],
  ['https://example.com:80/', 'port'],
  ['https://example.com:1023/', 'port'],
  ['https://example.com:0/', 'port'],
  ['https://example.com:65536/', 'https'],
  ['https://[fe80::1%25eth0]/', 'https'],
  ['https://[::ffff:127.0.0.1/', 'https'],
  ['https://exa mple.com/', 'https'],
  [`https://example.com/${'a'.repeat(2_000)}`, '2000 characters'],
  ['', 'https'],
] as const;

describe('addresses of attackers', () => {
  const heard: string[] = [];
  let servers: Server[];
  let port: number;
  let dns: DnsStub;
  let http: GuardedHttp;

  beforeAll(async () => {
    dns = await startDnsStub();
    const first = await listen('127.0.0.1', 0);
    port = portOf(first);
    servers = [first, await listen('::1', port)];
    http = new GuardedHttp({ addresses: AddressRule.read('public')!, allowHttp: false, resolver: dns.resolver });
  });

  afterAll(async () => {
    http.close();
    for (const server of servers) server.close();
    await dns.close();
  });

  async function listen(host: string, wanted: number): Promise<Server> {
    const server = createServer((request, reply) => reply.end(String(heard.push(request.url!))));
    server.on('connection', () => heard.push('connection'));
    await once(server.listen(wanted, host), 'listening');
    return server;
  }

  async function refusalOf(url: string): Promise<unknown> {
    const before = heard.length;
    const refusal = await http.send(url, { method: 'GET' }).then(
      () => 'answered',
      (error: unknown) => error,
    );
    expect(heard.slice(before)).toEqual([]);
    return refusal;
  }

  it.each(forbiddenAddresses)('a name of %s (%s)', async (address) => {
    dns.answer('victim.example', [address]);
    expect(await refusalOf(`https://victim.example:${port}/`)).toMatchObject({ code: 'address-refused' });
  });

  it.each(spellings)('the number or name https://%s', async (host) => {
    expect(await refusalOf(`https://${host}:${port}/`)).toMatchObject({ code: 'address-refused' });
  });

  it.each(malformed)('%j', async (url, words) => {
    const refusal = await refusalOf(url.replace('PORT', String(port)));
    expect(refusal).toMatchObject({ code: 'url-refused', message: expect.stringContaining(words) });
  });

  it('a name that has a public address and a forbidden one', async () => {
    dns.answer('mixed.example', ['8.8.8.8', '127.0.0.1']);
    expect(await refusalOf(`https://mixed.example:${port}/`)).toMatchObject({ code: 'address-refused' });
    dns.answer('mixed.example', ['8.8.8.8', '::1']);
    expect(await refusalOf(`https://mixed.example:${port}/`)).toMatchObject({ code: 'address-refused' });
  });

  it('a name that is an alias of a forbidden name', async () => {
    dns.alias('alias.example', 'inner.example', ['192.168.0.10']);
    expect(await refusalOf(`https://alias.example:${port}/`)).toMatchObject({ code: 'address-refused' });
  });

  it('does not disclose the address of a name', async () => {
    dns.answer('victim.example', ['10.11.12.13']);
    const refusal = await refusalOf(`https://victim.example:${port}/`);
    expect((refusal as Error).message).not.toContain('10.');
  });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
