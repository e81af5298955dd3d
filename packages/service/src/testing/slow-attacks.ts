import type { Socket } from 'node:net';
import type { RequestBounds } from '../service-options.js';
import { drip, openAnyhow, requestHead } from './raw-connection.js';

/** A service under attack by clients that hold its connections. */
export interface AttackedService {
  readonly port: () => number;
  readonly bounds: RequestBounds;
  /** Interval at which a dripping client sends some bytes. */
  readonly dripEveryMs: number;
  /** A path that answers a GET with few bytes. */
  readonly small: string;
  /** A POST whose body is read: its request line and its headers, except those of the body's length. */
  readonly post?: readonly [line: string, ...headers: string[]];
  /** A request whose answer exceeds the system's buffers. */
  readonly heavy?: string;
}

/** How a client behaves, and how long it may keep its connection. */
export interface SlowAttack {
  /** Begins with the verb. */
  readonly what: string;
  readonly limitMs: number;
  readonly open: () => Socket;
}

/** All known ways to hold a connection. Attacks that need a missing part of the service are left out. */
export function slowAttacks(service: AttackedService): readonly SlowAttack[] {
  return [...attacksOfHeads(service), ...attacksOfBodies(service), ...attacksOfReaders(service)];
}

function attacksOfHeads({ port, bounds, dripEveryMs, small }: AttackedService): readonly SlowAttack[] {
  const { headersTimeoutMs: headersMs, farewellMs } = bounds;
  const idleMs = bounds.keepAliveTimeoutMs + headersMs;
  const open = (text: string) => openAnyhow(port(), text);
  const get = requestHead(`GET ${small}`);
  const unreadBody = requestHead('POST /nowhere', 'Content-Length: 9999');
  const dripped = (text: string, more: string) => () => drip(open(text).resume(), more, dripEveryMs);
  return [
    { what: 'sends nothing', limitMs: headersMs, open: () => open('') },
    { what: 'sends its headers drop by drop', limitMs: headersMs, open: dripped(`GET ${small} HTTP/1.1\r\nX: `, 'x') },
    { what: 'sends empty lines before its first request', limitMs: headersMs, open: dripped('\r\n', '\r\n') },
    { what: 'sends empty lines between two requests', limitMs: idleMs, open: dripped(get, '\r\n') },
    { what: 'idles after an answer', limitMs: idleMs, open: () => open(get).resume() },
    {
      what: 'ends its side of the connection and keeps it open',
      limitMs: idleMs,
      open: () => open(get).resume().end(),
    },
    { what: 'sends, drop by drop, a body that nobody reads', limitMs: idleMs, open: dripped(unreadBody, 'x') },
    { what: 'sends nonsense and then more, drop by drop', limitMs: farewellMs, open: dripped('NONSENSE\r\n\r\n', 'x') },
  ];
}

function attacksOfBodies({ port, bounds, dripEveryMs, post }: AttackedService): readonly SlowAttack[] {
  if (post === undefined) return [];
  const { requestTimeoutMs: limitMs } = bounds;
  const open = (text: string) => openAnyhow(port(), text);
  const sized = requestHead(...post, 'Content-Length: 9999');
  const chunked = requestHead(...post, 'Transfer-Encoding: chunked');
  const dripped = (text: string, more: string) => () => drip(open(text), more, dripEveryMs);
  return [
    { what: 'stops in the middle of its body', limitMs, open: () => open(`${sized}x`) },
    { what: 'sends its body drop by drop', limitMs, open: dripped(sized, 'x') },
    { what: 'sends its body in chunks drop by drop', limitMs, open: dripped(chunked, '1\r\nx\r\n') },
    { what: 'ends its side of the connection in the middle of its body', limitMs: 0, open: () => open(sized).end() },
  ];
}

function attacksOfReaders({ port, bounds, dripEveryMs, small, heavy }: AttackedService): readonly SlowAttack[] {
  if (heavy === undefined) return [];
  const { stallTimeoutMs: stallMs, keepAliveTimeoutMs, headersTimeoutMs } = bounds;
  const stalled = () => openAnyhow(port(), heavy).pause();
  const dripped = (more: string) => () => drip(stalled(), more, dripEveryMs);
  const partsMs = Math.max(stallMs, keepAliveTimeoutMs + 2 * headersTimeoutMs);
  return [
    { what: 'reads nothing of a long answer', limitMs: stallMs, open: stalled },
    { what: 'reads nothing and goes on sending', limitMs: stallMs, open: dripped(requestHead(`GET ${small}`)) },
    { what: 'reads nothing and sends drop by drop', limitMs: partsMs, open: dripped('G') },
    { what: 'ends its side of the connection and reads nothing', limitMs: stallMs, open: () => stalled().end() },
  ];
}
