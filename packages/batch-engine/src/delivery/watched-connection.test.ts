import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { connectionState, type FoundConnection } from './connection-table.js';
import { type ConnectionNow, WatchedConnection } from './watched-connection.js';

const { established, timeWait, closing, closeWait } = connectionState;
const idleMs = 5_000;
const acknowledged: FoundConnection = { state: established, unacknowledgedBytes: 0 };
const onItsWay: FoundConnection = { state: established, unacknowledgedBytes: 1 };

type Look = readonly [found: FoundConnection | undefined | 'unknown', before?: Partial<ConnectionNow>];

describe('an answer of 100 bytes', () => {
  let socket: Socket;
  let connection: WatchedConnection;
  beforeEach(() => {
    jest.useFakeTimers();
    socket = new Socket();
    Object.defineProperty(socket, 'bytesWritten', { value: 100 });
    connection = new WatchedConnection(socket, 'a connection', idleMs, () => undefined);
  });
  afterEach(() => {
    socket.destroy();
    jest.useRealTimers();
  });

  /** Returns whether an answer counts as delivered after the system's table has been read several times. */
  async function decided(looks: readonly Look[]): Promise<boolean | 'open'> {
    let outcome: boolean | 'open' = 'open';
    connection.begin();
    void connection.delivered().then((delivered) => (outcome = delivered));
    for (const [found, before] of looks) {
      connection.judge(
        { written: 100, received: 0, ended: false, closed: false, endHeldBack: false, ...before },
        found,
      );
    }
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.isSettled).toBe(outcome !== 'open');
    return outcome;
  }

  it.each<[title: string, expected: boolean | 'open', looks: readonly Look[]]>([
    ['whose last byte is on its way is open', 'open', [[onItsWay]]],
    ['whose last byte the process still holds is open', 'open', [[acknowledged, { written: 99 }]]],
    ['whose last byte is acknowledged is open', 'open', [[acknowledged]]],
    [
      'is delivered when a request comes after it was acknowledged',
      true,
      [[acknowledged], [acknowledged, { received: 1 }]],
    ],
    ['is open when a request came before it was acknowledged', 'open', [[onItsWay, { received: 0 }], [acknowledged]]],
    [
      'is delivered when the other side has ended and everything is acknowledged',
      true,
      [[acknowledged, { ended: true }]],
    ],
    ['is not when the other side ended before', false, [[onItsWay, { ended: true }]]],
    ['is delivered when both sides have closed in order', true, [[{ state: timeWait, unacknowledgedBytes: 0 }]]],
    ['is delivered when both sides close at once', true, [[{ state: closing, unacknowledgedBytes: 0 }]]],
    ['is not when its connection is closed and there is a new one', false, [[acknowledged, { closed: true }]]],
    [
      'is not when its connection is closed and there is a new one that ends',
      false,
      [[{ state: closeWait, unacknowledgedBytes: 0 }, { closed: true }]],
    ],
    [
      'is delivered when it was acknowledged and the connection has gone in order',
      true,
      [[acknowledged], [undefined, { ended: true }]],
    ],
    ['is open when a connection that has ended is missed once', 'open', [[undefined, { ended: true }]]],
    ['is open when a connection that is closed is missed once', 'open', [[undefined, { closed: true }]]],
    [
      'is not when it is missed twice',
      false,
      [
        [undefined, { ended: true }],
        [undefined, { ended: true }],
      ],
    ],
    [
      'is not when it is closed and missed twice',
      false,
      [
        [undefined, { closed: true }],
        [undefined, { closed: true }],
      ],
    ],
    [
      'is open when it is missed twice, but not in turn',
      'open',
      [[undefined, { closed: true }], [onItsWay], [undefined, { closed: true }]],
    ],
    ['is open when an open connection is missed', 'open', [[undefined], [undefined], [undefined]]],
    ['of which nothing can be told is open', 'open', [['unknown']]],
    [
      'of which nothing can be told is delivered when the next request comes',
      true,
      [['unknown'], ['unknown', { received: 1 }]],
    ],
    ['of which nothing can be told is delivered when the other side ends', true, [['unknown', { ended: true }]]],
    ['of which nothing can be told is not when the connection is closed', false, [['unknown', { closed: true }]]],
  ])('%s', async (_title, expected, looks) => {
    expect(await decided(looks)).toBe(expected);
  });

  it.each([
    ['has ended', 'readableEnded', true],
    ['has broken the connection', 'errored', new Error('reset')],
  ])('is not where the other side %s before it was sent', async (_what, name, value) => {
    Object.defineProperty(socket, name, { value });
    connection.begin();
    expect(await connection.delivered()).toBe(false);
    expect(connection.isSettled).toBe(true);
  });

  it('is delivered when the other side has been silent for long enough after it was acknowledged', async () => {
    const decide = jest.fn();
    void connection.delivered().then(decide);
    const lookAfter = async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      connection.judge(connection.now(), acknowledged);
      await jest.advanceTimersByTimeAsync(0);
    };
    await lookAfter(0);
    await lookAfter(idleMs - 1);
    expect(decide).not.toHaveBeenCalled();
    await lookAfter(1);
    expect(decide).toHaveBeenCalledWith(true);
  });

  it('is not delivered when the connection is given up', async () => {
    const delivered = connection.delivered();
    connection.giveUp();
    expect(await delivered).toBe(false);
    expect(connection.isSettled).toBe(true);
  });
});
