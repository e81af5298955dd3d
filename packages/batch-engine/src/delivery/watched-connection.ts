import type { Socket } from 'node:net';
import { connectionState, type FoundConnection } from './connection-table.js';

/** The state of a connection, as the process knows it at one instant. */
export interface ConnectionNow {
  /** The number of bytes that the operating system has certainly accepted from this process. */
  readonly written: number;
  readonly received: number;
  /** Whether the other side has ended its direction of the connection. */
  readonly ended: boolean;
  readonly closed: boolean;
  /** Whether this process delays the end of its own direction until the next check. */
  readonly endHeldBack: boolean;
}

interface AwaitedAnswer {
  /** The number of bytes sent on the connection up to the end of the answer. */
  readonly end: number;
  /**
   * The time when the last byte of the answer was first seen to be acknowledged, and the number of bytes that the other side had
   * sent until then.
   */
  acknowledged: { readonly at: number; readonly received: number } | undefined;
  readonly decide: (delivered: boolean) => void;
}

/** The table changes while it is being read, so one check may miss a connection that exists. */
const missesUntilGone = 2;
/**
 * The other side may need the end of the connection to know that the answer is complete, so the end is not delayed for
 * long. The delay has several steps. A pause of a busy process counts only as one step, so bytes that arrive during the
 * pause are read before the connection is ended.
 */
const endHeldBackMs = { step: 100, steps: 10 } as const;

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

  /** Whether no answer waits for evidence of delivery, and the end of the connection is not delayed. */
  get isSettled(): boolean {
    return this.#answers.size === 0 && !this.isEndHeldBack;
  }

  get isEndHeldBack(): boolean {
    return this.#endHeldBack !== undefined;
  }

  /** Call this method when an answer is about to be sent. */
  begin(): void {
    this.#begun++;
  }

  /** Resolves when it has been decided whether the answer that has just been written was delivered. */
  async delivered(): Promise<boolean> {
    this.#begun--;
    const { bytesRead, bytesWritten, readableEnded, errored } = this.#socket;
    // The other side ended the connection before the answer could arrive, so there can be no evidence of delivery.
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
   * For each waiting answer, decides whether it was delivered, if this can be decided now.
   *
   * @param before the state before the system was asked, so that bytes that arrived in the meantime count against a
   * delivery
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
    // While bytes are unacknowledged, the other side would not receive the close either. A later close costs nothing.
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
    // This process has closed its connection, so the entry in the table belongs to a new connection between the same addresses.
    if (before.closed && (found.state === established || found.state === closeWait)) return false;
    if (before.written - found.unacknowledgedBytes < answer.end) return before.ended ? false : undefined;
    if (before.ended || found.state === timeWait || found.state === closing) return true;
    return this.#staysSilent(answer, before) ? undefined : true;
  }

  /** The operating system deletes the entry of a connection that both sides have closed, or that one side has broken. */
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

  /** A request is no evidence if it was received before the acknowledgement: it may be older than the answer. */
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
   * If a connection is not kept open, Node ends its own side right after the answer, and closes the connection when both sides
   * have ended it. If both sides had ended the connection, an orderly end by the other side would look the same as a broken
   * connection. The end of the connection is therefore delayed until acknowledged bytes have been checked. The connection is
   * closed only after the other side has ended it, because this end may be evidence of delivery.
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
