import type { Socket } from 'node:net';
import { connectionState, type FoundConnection } from './connection-table.js';

/** What the process itself knows of a connection at one instant. */
export interface ConnectionNow {
  /** Bytes that have been handed over to the operating system, at least. */
  readonly written: number;
  readonly received: number;
  /** Whether the other side has ended its direction. */
  readonly ended: boolean;
  readonly closed: boolean;
  /** Whether our own end waits for a look. */
  readonly endHeldBack: boolean;
}

interface AwaitedAnswer {
  /** How many bytes the connection had carried with its last one. */
  readonly end: number;
  /** When its last byte was first seen acknowledged, and what the other side had sent by then. */
  acknowledged: { readonly at: number; readonly received: number } | undefined;
  readonly decide: (delivered: boolean) => void;
}

/** The table is read in steps while it changes, so one look may miss a connection that is there. */
const missesUntilGone = 2;
/** The other side may wait for our end to know that the answer is whole, unless it has ended itself. */
const endHeldBackAtMostMs = 200;

/** A connection on which answers wait for evidence that they have been delivered. */
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

  /** @param onEndHeldBack called when somebody should look soon */
  constructor(socket: Socket, name: string, idleMs: number, onEndHeldBack: () => void) {
    this.#socket = socket;
    this.name = name;
    this.#idleMs = idleMs;
    socket.on('error', this.giveUp);
    this.#holdEndBack(onEndHeldBack);
  }

  /** Whether nothing waits any more, for evidence or for a look. */
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

  /** Whether the answer that has just been handed over is delivered, once that is decided. */
  async delivered(): Promise<boolean> {
    this.#begun--;
    const { bytesRead, bytesWritten, readableEnded, errored } = this.#socket;
    // Who has ended its side before it could hold the answer can give no sign of holding it.
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
   * Decides what can be decided.
   *
   * @param before taken before the system was asked, so that what came between counts against a delivery
   * @param found what the system knows of the connection, if it knows it; `unknown` where the system cannot tell
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
    // What is not acknowledged goes before our end anyway, so that nobody waits for it yet.
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
    // Ours is closed, so this is another one between the same ends.
    if (before.closed && (found.state === established || found.state === closeWait)) return false;
    if (before.written - found.unacknowledgedBytes < answer.end) return before.ended ? false : undefined;
    if (before.ended || found.state === timeWait || found.state === closing) return true;
    return this.#staysSilent(answer, before) ? undefined : true;
  }

  /** Where both sides have closed, or one has broken the connection, the system forgets it. */
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

  /** A request that was sent before the answer was seen acknowledged may have been sent before it was there. */
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
   * Node ends its side with the answer where the connection is not kept, and closes when both have ended; then nothing tells any
   * more whether the other side ended in order or broke off. So our end waits for a look that tells what was acknowledged by
   * then, and the closing for the other side's end, as long as that can be evidence.
   */
  #holdEndBack(onEndHeldBack: () => void): void {
    const socket = this.#socket;
    // Streams have this hook for who must delay their end.
    // oxlint-disable-next-line no-underscore-dangle
    const end = socket._final.bind(socket);
    // oxlint-disable-next-line no-underscore-dangle
    socket._final = (callback) => {
      if (this.#begun === 0 && this.#answers.size === 0) {
        end(callback);
        return;
      }
      this.#endHeldBack = () => end((error) => this.#closeLater(() => callback(error)));
      setTimeout(() => socket.readableEnded || this.#end(), endHeldBackAtMostMs).unref();
      onEndHeldBack();
    };
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
