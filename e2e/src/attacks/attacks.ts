import { worstBodies } from '../worst-bodies.js';
import type { AttackedService, PostLines } from './attacked-services.js';

/** A single request. Whatever a request contains, it must cost the service little. */
export interface Attack {
  readonly sentence: string;
  readonly bytes: Buffer;
  /** The expected statuses. If undefined, any status below 500 is expected. */
  readonly statuses?: readonly number[];
  /** Whether the request is refused before its body is read. */
  readonly isUnread?: boolean;
}

const megabyte = 1024 * 1024;
/** Node limits the total size of the request line and the headers. One header may fill this part of the limit. */
const longHeader = 15_000;
/** Every function that makes JSON bodies can make a body of this size. */
const leastJsonBytes = 64 * 1024;

/** Returns all known attacks on a service that consist of a single request. */
export function attacksOn(service: AttackedService): readonly Attack[] {
  return [...bodies(service), ...framings(service), ...headers(service), ...targets(service)];
}

function request([line, ...lines]: PostLines, body: Buffer | string = '', ...more: readonly string[]): Buffer {
  const head = [`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...lines, ...more].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);
}

const sized = (post: PostLines, body: Buffer) => request(post, body, `Content-Length: ${body.length}`);

/**
 * JSON and forms that are expensive to read. The bodies have the largest size that the main thread parses, or one
 * megabyte. The bodies of an unknown caller are never read.
 */
function bodies({ posts, strangers, parsedBytes }: AttackedService): readonly Attack[] {
  const made = [
    ...[Math.max(parsedBytes, leastJsonBytes), megabyte].flatMap((bytes) => madeOf(worstBodies, bytes)),
    ...[parsedBytes, megabyte].flatMap((bytes) => madeOf(worstForms, bytes)),
  ];
  return [
    ...postsOfOne(posts).flatMap((post) => [
      ...made.map(({ sentence, body }) => ({
        sentence: `${sentence}, ${body.length} bytes by a user to ${post[0]}`,
        bytes: sized(post, body),
      })),
      ...nested('a user', post, [400, 413]),
    ]),
    ...strangers.flatMap((post) => nested('nobody', post, [401, 405], true)),
  ];
}

function nested(who: string, post: PostLines, statuses: readonly number[], isUnread = false): readonly Attack[] {
  return nestings.map(({ sentence, json }) => ({
    sentence: `${sentence} by ${who} to ${post[0]}`,
    bytes: sized(post, Buffer.from(json)),
    statuses,
    isUnread,
  }));
}

/** One user is enough, because all users are treated in the same way. */
function postsOfOne(posts: readonly PostLines[]): readonly PostLines[] {
  return [...new Map(posts.map((post) => [post[0], post])).values()];
}

interface Maker {
  readonly sentence: string;
  readonly make: (bytes: number) => Buffer;
}

const madeOf = (makers: readonly Maker[], bytes: number) =>
  makers.map(({ sentence, make }) => ({ sentence, body: make(bytes) }));

const nestings = [
  { sentence: 'a megabyte of lists that never end', json: '['.repeat(megabyte) },
  { sentence: 'lists nested 5,000 deep', json: `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}` },
  { sentence: 'lists that never end', json: '['.repeat(16_000) },
];

const worstForms: readonly Maker[] = [
  { sentence: 'a parameter again and again', make: (bytes) => Buffer.from('a=1&'.repeat(bytes / 4)) },
  { sentence: 'parameters without end', make: (bytes) => Buffer.from('&='.repeat(bytes / 2)) },
  { sentence: 'broken percent codes', make: (bytes) => Buffer.from(`a=${'%e3%8'.repeat(bytes / 6)}`) },
];

/** Bodies whose declared size is wrong. */
function framings({ posts, strangers }: AttackedService): readonly Attack[] {
  const [post] = [...posts, ...strangers] as [PostLines];
  const told = (...lines: readonly string[]) => request(post, 'x'.repeat(1_000), ...lines);
  const chunked = (body: string) => request(post, body, 'Transfer-Encoding: chunked');
  const unreadable = { statuses: [400] };
  return [
    { sentence: 'no number as a size', bytes: told('Content-Length: abc'), ...unreadable },
    { sentence: 'a size below zero', bytes: told('Content-Length: -1'), ...unreadable },
    { sentence: 'a size beyond all numbers', bytes: told(`Content-Length: ${'9'.repeat(30)}`), ...unreadable },
    { sentence: 'two sizes', bytes: told('Content-Length: 10', 'Content-Length: 20'), ...unreadable },
    { sentence: 'a size and chunks', bytes: told('Content-Length: 10', 'Transfer-Encoding: chunked'), ...unreadable },
    { sentence: 'a chunk of no size', bytes: chunked('zz\r\n') },
    { sentence: 'a chunk of any size', bytes: chunked(`${'f'.repeat(40)}\r\n`) },
    { sentence: 'a long extension of a chunk', bytes: chunked(`1;${'x'.repeat(megabyte)}\r\nx\r\n0\r\n\r\n`) },
    { sentence: 'chunks of a byte', bytes: chunked(`${'1\r\n \r\n'.repeat(50_000)}0\r\n\r\n`) },
    { sentence: 'long trailers', bytes: chunked(`1\r\nx\r\n0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`) },
  ];
}

const fill = (text: string) => text.repeat(longHeader / text.length);

/** Headers that are expensive to parse. */
function headers({ posts, strangers }: AttackedService): readonly Attack[] {
  const [[line, ...lines]] = [...posts, ...strangers] as [PostLines];
  const withHeader = (name: string, value: string): Buffer => {
    const others = lines.filter((one) => !one.startsWith(`${name}:`));
    return request([line, ...others], '{}', 'Content-Length: 2', `${name}: ${value}`);
  };
  const get = (name: string, value: string) => request(['GET /'], '', `${name}: ${value}`);
  const takenApart = ['Accept', 'Accept-Encoding', 'Accept-Language', 'Content-Type', 'If-None-Match'];
  const costly = [fill('a/b,'), fill('",'), `a/b;x="${fill(',')}`, `a/b${fill(';a=b')}`];
  return [
    ...takenApart.flatMap((name) =>
      costly.flatMap((value) => [
        { sentence: `${name}: ${value.slice(0, 10)}…`, bytes: withHeader(name, value), statuses: [431] },
        { sentence: `${name}: ${value.slice(0, 10)}… of a GET`, bytes: get(name, value), statuses: [431] },
      ]),
    ),
    { sentence: 'a quote after many blanks in Prefer', bytes: withHeader('Prefer', `wait${fill('; ')}"`) },
    { sentence: 'cookies without end', bytes: get('Cookie', fill(';=')) },
    { sentence: 'a long token', bytes: withHeader('Authorization', `Bearer ${fill('a.')}`) },
    { sentence: 'a long scheme', bytes: withHeader('Authorization', fill('Basic ')) },
    { sentence: 'a long way through proxies', bytes: withHeader('X-Forwarded-For', fill('1.2.3.4,')) },
    { sentence: 'a long header', bytes: get('X', 'x'.repeat(20_000)), statuses: [431] },
    { sentence: 'three thousand headers', bytes: request(['GET /healthz'], '', ...Array<string>(3_000).fill('a:')) },
  ];
}

/** Request targets that a router and an application may parse differently. */
function targets({ name }: AttackedService): readonly Attack[] {
  const foreign = request(['POST /%61pi/session/end', 'Origin: http://evil.example', 'X-Console: 1']);
  return [
    {
      sentence: 'another spelling of a call by a foreign page',
      bytes: foreign,
      ...(name === 'console' ? { statuses: [403] } : {}),
    },
    ...['/%', '/%zz', '/%00', '/%c0%ae', '/%61pi/session', '//', '/\\', '*', 'http://other/'].map(getOf),
    ...['/x', '/../', '/%2e', '/:a', '/a;'].map((part) => getOf(fill(part))),
    ...['a=1&', '&', '%', '[]=&', 'a[b]=1&'].map((part) => getOf(`/?${fill(part)}`)),
  ];
}

function getOf(target: string): Attack {
  return {
    sentence: `GET ${target.slice(0, 20)}${target.length > 20 ? '…' : ''}`,
    bytes: request([`GET ${target}`]),
  };
}
