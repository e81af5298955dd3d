import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { connectionState, type FoundConnection } from './connection-table.js';
import { DeliveryEvidence, type DeliveryEvidenceOptions } from './delivery-evidence.js';

const everything: FoundConnection = { state: connectionState.established, unacknowledgedBytes: 0 };
const forgotten: FoundConnection = { state: connectionState.timeWait, unacknowledgedBytes: 0 };

/** Returns whether an answer that has just been sent counts as delivered. */
function sent(by: DeliveryEvidence, socket: Socket): { outcome: boolean | 'open' } {
  const answer: { outcome: boolean | 'open' } = { outcome: 'open' };
  void by
    .begin(socket)()
    .then((delivered) => (answer.outcome = delivered));
  return answer;
}

describe('evidence of delivery', () => {
  const sockets: Socket[] = [];
  let found: FoundConnection;
  /** The time that the operating system takes to return the table. */
  let tableMs: number;
  /** The times at which the table was read, in milliseconds since the start. */
  let looks: number[];
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    found = everything;
    tableMs = 0;
    looks = [];
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    jest.useRealTimers();
  });

  async function table(names: ReadonlySet<string>): Promise<ReadonlyMap<string, FoundConnection>> {
    looks.push(Date.now());
    if (tableMs > 0) await new Promise((resolve) => setTimeout(resolve, tableMs));
    return new Map(Array.from(names, (name) => [name, found]));
  }

  function evidence(options: DeliveryEvidenceOptions = {}): DeliveryEvidence {
    return new DeliveryEvidence({ lookEveryMs: 100, idleMs: 1_000, table, ...options });
  }

  function connected(): Socket {
    const socket = new Socket();
    sockets.push(socket);
    const ends = { localAddress: '127.0.0.1', localPort: 80, remoteAddress: '127.0.0.1', remotePort: 9_000 };
    for (const [name, value] of Object.entries(ends)) Object.defineProperty(socket, name, { value });
    return socket;
  }

  it('is looked for as long as an answer waits for it', async () => {
    const answer = sent(evidence(), connected());
    expect(looks).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_050);
    expect([answer.outcome, looks]).toEqual(['open', [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([answer.outcome, looks.at(-1)]).toEqual([true, 1_100]);
  });

  it('is looked for with one read for all connections', async () => {
    const all = evidence();
    const answers = [1, 2, 3].map(() => sent(all, connected()));
    found = forgotten;
    await jest.advanceTimersByTimeAsync(500);
    expect([answers, looks]).toEqual([[1, 2, 3].map(() => ({ outcome: true })), [100]]);
  });

  it('is looked for at once, and not again as planned before, while an end is held back', async () => {
    const socket = connected();
    const answer = sent(evidence(), socket);
    found = forgotten;
    await jest.advanceTimersByTimeAsync(10);
    // oxlint-disable-next-line no-underscore-dangle
    socket._final(() => undefined);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([answer.outcome, looks]).toEqual([true, [15]]);
  });

  it.each([
    ['as usual where a look is quick', 20, 100, [100, 220, 340, 460]],
    ['four times as long as a look took', 40, 100, [100, 300, 500]],
    ['four usual pauses at most', 50, 10, [10, 100, 190, 280, 370, 460]],
  ])('lets the process rest after a look: %s', async (_what, lookMs, lookEveryMs, expected) => {
    tableMs = lookMs;
    sent(evidence({ lookEveryMs }), connected());
    await jest.advanceTimersByTimeAsync(500);
    expect(looks).toEqual(expected);
  });

  it('cannot be had of a connection that has forgotten its ends, and is not looked for', async () => {
    const socket = new Socket();
    sockets.push(socket);
    const answer = sent(evidence(), socket);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([answer.outcome, looks]).toEqual([false, []]);
  });

  it('is not waited for at the end of a process where nothing waits for it', async () => {
    await evidence().settle(60_000);
    expect(Date.now()).toBe(0);
  });

  it('makes the process end idle connections at its end, and what has none by then is not delivered', async () => {
    const socket = connected();
    const end = jest.spyOn(socket, 'end');
    const all = evidence({ idleMs: 60_000 });
    const answer = sent(all, socket);
    const settled = all.settle(2_000).then(() => Date.now());
    expect(end).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2_500);
    expect([await settled, answer.outcome]).toEqual([2_000, false]);
  });
});
