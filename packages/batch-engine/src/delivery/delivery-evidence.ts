import type { Socket } from 'node:net';
import {
  type ConnectionTable,
  connectionName,
  type FoundConnection,
  systemConnectionTable,
} from './connection-table.js';
import { WatchedConnection } from './watched-connection.js';

/** How often and how long connections are watched. */
export interface DeliveryEvidenceOptions {
  /** How often the connection table of the system is read while answers wait for evidence. Default 250. */
  readonly lookEveryMs?: number;
  /** How long the other side must be silent after it has acknowledged everything. Default 5,000. */
  readonly idleMs?: number;
  /** Default: the table of the system. Null for none. */
  readonly table?: ConnectionTable | null;
}

/** A connection whose end is held back is checked this soon, unless checks already take too much time. */
const lookSoonMs = 5;
/** The pause after a check: `perLook` times as long as the check took, but at most `atMost` usual pauses. */
const pause = { perLook: 4, atMost: 4 } as const;

/**
 * Finds out whether callers have the answers that were sent to them. That the operating system has taken an answer is not enough. The
 * last byte must have been acknowledged, and after that one of three things counts as evidence: the next request on the connection, an
 * orderly end by the other side, or some seconds of silence.
 *
 * Acknowledged bytes are in the memory of the other system, or of a proxy. Only the caller itself can say that its program has used them.
 * Linux has a table of acknowledged bytes. On other systems only the next request and the orderly end count, and only on connections that
 * are kept open.
 *
 * One read of the table serves all connections. It is not read while no answer waits.
 */
export class DeliveryEvidence {
  readonly #lookEveryMs: number;
  readonly #idleMs: number;
  readonly #table: ConnectionTable | undefined;
  readonly #known = new WeakMap<Socket, WatchedConnection>();
  /** The connections with answers that wait for evidence. */
  readonly #waiting = new Set<WatchedConnection>();
  #timer: NodeJS.Timeout | undefined;
  #nextLookAt = Number.POSITIVE_INFINITY;
  #notBefore = 0;
  #isLooking = false;
  #settled: (() => void) | undefined;

  constructor({
    lookEveryMs = 250,
    idleMs = 5_000,
    table = systemConnectionTable ?? null,
  }: DeliveryEvidenceOptions = {}) {
    this.#lookEveryMs = lookEveryMs;
    this.#idleMs = idleMs;
    this.#table = table ?? undefined;
  }

  /**
   * Call it before the first byte of an answer is sent. Call the returned function as soon as the whole answer has been written, in the
   * same turn of the event loop; do not call it if the answer was cut off. The promise resolves with true on evidence of delivery, and
   * with false once no evidence can come any more.
   */
  begin(socket: Socket): () => Promise<boolean> {
    const connection = this.#known.get(socket) ?? this.#watch(socket);
    if (connection === undefined) return async () => false;
    connection.begin();
    return () => {
      this.#lookAt(connection, this.#lookEveryMs);
      return connection.delivered();
    };
  }

  /**
   * For the end of a process: ends idle connections and decides every answer within the given time. An answer without evidence by then
   * counts as not delivered.
   */
  async settle(atMostMs: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    for (const connection of this.#waiting) connection.endIfIdle();
    const late = new Promise<void>((resolve) => setTimeout(resolve, atMostMs));
    await Promise.race([late, new Promise<void>((resolve) => (this.#settled = resolve))]);
    for (const connection of this.#waiting) connection.giveUp();
  }

  #watch(socket: Socket): WatchedConnection | undefined {
    const name = connectionName(socket);
    if (name === undefined) return undefined;
    const connection: WatchedConnection = new WatchedConnection(socket, name, this.#idleMs, () =>
      this.#lookAt(connection, lookSoonMs),
    );
    this.#known.set(socket, connection);
    return connection;
  }

  #lookAt(connection: WatchedConnection, withinMs: number): void {
    this.#waiting.add(connection);
    this.#lookWithin(withinMs);
  }

  #lookWithin(ms: number): void {
    const now = performance.now();
    const at = Math.max(now + ms, this.#notBefore);
    if (this.#isLooking || at >= this.#nextLookAt) return;
    this.#nextLookAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), at - now).unref();
  }

  async #look(): Promise<void> {
    const startedAt = performance.now();
    this.#isLooking = true;
    const watched = Array.from(this.#waiting, (connection) => ({ connection, before: connection.now() }));
    const found = await this.#find(watched.map(({ connection }) => connection.name));
    for (const { connection, before } of watched) {
      connection.judge(before, found === undefined ? 'unknown' : found.get(connection.name));
      if (connection.isSettled) this.#waiting.delete(connection);
    }
    this.#isLooking = false;
    this.#nextLookAt = Number.POSITIVE_INFINITY;
    const endedAt = performance.now();
    this.#notBefore = endedAt + Math.min(pause.perLook * (endedAt - startedAt), pause.atMost * this.#lookEveryMs);
    if (this.#waiting.size === 0) this.#settled?.();
    else
      this.#lookWithin([...this.#waiting].some(({ isEndHeldBack }) => isEndHeldBack) ? lookSoonMs : this.#lookEveryMs);
  }

  /** A table that cannot be read now counts as empty. */
  async #find(names: readonly string[]): Promise<ReadonlyMap<string, FoundConnection> | undefined> {
    return this.#table?.(new Set(names)).catch(() => new Map<string, FoundConnection>());
  }
}
