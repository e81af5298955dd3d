import type { Socket } from 'node:net';
import { connectionState, type FoundConnection } from './connection-table.js';

/** The process's own view of a connection at one instant. */
export interface ConnectionNow {
  /** Bytes that the operating system has got, at least. */
  readonly written: number;
  readonly received: number;
  /** Whether the other side has ended its direction. */
  readonly ended: boolean;
  readonly closed: boolean;
  /** Whether our own end is held back until the next check. */
  readonly endHeldBack: boolean;
}

interface AwaitedAnswer {
  /** The bytes of the connection up to the end of the answer. */
  readonly end: number;
  /** When its last byte was first seen acknowledged, and how much the other side had sent by then. */
  acknowledged: { readonly at: number; readonly received: number } | undefined;
  readonly decide: (delivered: boolean) => void;
}

/** The table changes while it is read, so one check may miss an existing connection. */
const missesUntilGone = 2;
/**
 * The other side may need our end to know that the answer is complete, so it is not held back for long. The time runs in two steps: after
 * a pause of a busy process only one of them is over, and bytes that arrived meanwhile are read before our end.
 */
const endHeldBackMs = { step: 100, steps: 2 } as const;

/** A connection with answers that wait for evidence of their delivery. */
export class WatchedConnection {
  readonly name: string;
  readonly #socket: Socket;
  readonly #idleMs: number;
  readonly #answers = new Set<AwaitedAnswer>();
  #receivedAtLastAnswer = 0;
  #begun = 0;
  #misses = 0;
  #endHeldBack: (() => void) | undefined;
  #closeHeldBack: (() => void) | undefined;

  /** @param onEndHeldBack called when a check is due soon */
  constructor(socket: Socket, name: string, idleMs: number, onEndHeldBack: () => void) {
    this.#socket = socket;
    this.name = name;
    this.#idleMs = idleMs;
    socket.on('error', this.giveUp);
    this.#holdEndBack(onEndHeldBack);
  }

  /** Whether neither an answer waits for evidence nor the end for a check. */
  get isSettled(): boolean {
    return this.#answers.size === 0 && !this.isEndHeldBack;
  }

  get isEndHeldBack(): boolean {
    return this.#endHeldBack !== undefined;
  }

  /** An answer is about to be sent. */
  begin(): void {
    this.#begun++;
  }

  /** Resolves once it is decided whether the answer that was just written is delivered. */
  async delivered(): Promise<boolean> {
    this.#begun--;
    const { bytesRead, bytesWritten, readableEnded, errored } = this.#socket;
    // The other side ended before it could have the answer, so it can give no sign of having it.
    if (readableEnded || errored !== null) return false;
    this.#receivedAtLastAnswer = bytesRead;
    return new Promise((decide) => this.#answers.add({ end: bytesWritten, acknowledged: undefined, decide }));
  }

  now(): ConnectionNow {
    const { bytesWritten, writableLength, bytesRead, readableEnded, destroyed } = this.#socket;
    return {
      written: bytesWritten - writableLength,
      received: bytesRead,
      ended: readableEnded,
      closed: destroyed,
      endHeldBack: this.isEndHeldBack,
    };
  }

  /**
   * Decides every answer that can be decided now.
   *
   * @param before taken before the system was asked, so that bytes that came between count against a delivery
   * @param found the entry of the system for the connection, if there is one; `unknown` if the system has no table
   */
  judge(before: ConnectionNow, found: FoundConnection | undefined | 'unknown'): void {
    this.#misses = found === undefined ? this.#misses + 1 : 0;
    for (const answer of this.#answers) {
      const delivered =
        found === undefined
          ? this.#judgeGone(answer, before)
          : found === 'unknown'
            ? this.#judgeUntold(answer, before)
            : this.#judgeFound(answer, before, found);
      if (delivered !== undefined) this.#decide(answer, delivered);
    }
    // As long as bytes are not acknowledged, our end would not reach the other side either: holding it back costs nothing.
    if (before.endHeldBack && [...this.#answers].every(({ acknowledged }) => acknowledged !== undefined)) this.#end();
  }

  endIfIdle(): void {
    if (!this.#socket.destroyed && this.#socket.bytesRead === this.#receivedAtLastAnswer) this.#socket.end();
  }

  readonly giveUp = (): void => {
    for (const answer of this.#answers) this.#decide(answer, false);
    this.#end();
  };

  #judgeFound(answer: AwaitedAnswer, before: ConnectionNow, found: FoundConnection): boolean | undefined {
    const { established, closeWait, timeWait, closing } = connectionState;
    // Ours is closed, so this is a new connection between the same addresses.
    if (before.closed && (found.state === established || found.state === closeWait)) return false;
    if (before.written - found.unacknowledgedBytes < answer.end) return before.ended ? false : undefined;
    if (before.ended || found.state === timeWait || found.state === closing) return true;
    return this.#staysSilent(answer, before) ? undefined : true;
  }

  /** The system forgets a connection that both sides have closed, or that one side has broken. */
  #judgeGone({ acknowledged }: AwaitedAnswer, { ended, closed }: ConnectionNow): boolean | undefined {
    if (ended && acknowledged !== undefined) return true;
    return (ended || closed) && this.#misses >= missesUntilGone ? false : undefined;
  }

  #judgeUntold(answer: AwaitedAnswer, before: ConnectionNow): boolean | undefined {
    if (before.ended) return true;
    if (before.closed) return false;
    answer.acknowledged ??= { at: Number.POSITIVE_INFINITY, received: this.#socket.bytesRead };
    return before.received > answer.acknowledged.received ? true : undefined;
  }

  /** A request that arrived before the acknowledgement was seen may have been sent before the answer arrived. */
  #staysSilent(answer: AwaitedAnswer, { received }: ConnectionNow): boolean {
    const now = performance.now();
    answer.acknowledged ??= { at: now, received: this.#socket.bytesRead };
    return received <= answer.acknowledged.received && now - answer.acknowledged.at < this.#idleMs;
  }

  #decide(answer: AwaitedAnswer, delivered: boolean): void {
    this.#answers.delete(answer);
    answer.decide(delivered);
    if (this.#answers.size > 0) return;
    this.#closeHeldBack?.();
    this.#closeHeldBack = undefined;
  }

  /**
   * If a connection is not kept open, Node ends its side right after the answer and closes once both sides have ended. Then an orderly
   * end of the other side cannot be told from a broken connection. So our end waits for a check of the acknowledged bytes, and closing waits
   * for the end of the other side, as long as that may be evidence.
   */
  #holdEndBack(onEndHeldBack: () => void): void {
    const socket = this.#socket;
    // Streams have this hook to delay their end.
    // oxlint-disable-next-line no-underscore-dangle
    const end = socket._final.bind(socket);
    // oxlint-disable-next-line no-underscore-dangle
    socket._final = (callback) => {
      if (this.#begun === 0 && this.#answers.size === 0) {
        end(callback);
        return;
      }
      this.#endHeldBack = () => end((error) => this.#closeLater(() => callback(error)));
      this.#endLater(endHeldBackMs.steps);
      onEndHeldBack();
    };
  }

  #endLater(steps: number): void {
    if (steps > 0) setTimeout(() => this.#endLater(steps - 1), endHeldBackMs.step).unref();
    else if (!this.#socket.readableEnded) this.#end();
  }

  #end(): void {
    this.#endHeldBack?.();
    this.#endHeldBack = undefined;
  }

  #closeLater(close: () => void): void {
    if (this.#answers.size === 0) close();
    else this.#closeHeldBack = close;
  }
}
