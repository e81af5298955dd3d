import type { Socket } from 'node:net';
import {
  type ConnectionTable,
  connectionName,
  type FoundConnection,
  systemConnectionTable,
} from './connection-table.js';
import { WatchedConnection } from './watched-connection.js';

/** Settings for the times after which connections are checked. */
export interface DeliveryEvidenceOptions {
  /** The interval at which the system's connection table is read while answers wait for evidence (default: 250 ms). */
  readonly lookEveryMs?: number;
  /** The time for which the other side must send nothing after it has acknowledged all bytes (default: 5 seconds). */
  readonly idleMs?: number;
  /**
   * The function that reads the connection table. By default, the connection table of the operating system is used, and null
   * means that no table is used.
   */
  readonly table?: ConnectionTable | null;
}

/** The time after which a connection with a delayed end is checked, unless checks already take too much time. */
const lookSoonMs = 5;
/**
 * The pause after a check. The pause after a check is `perLook` times as long as the check, but at most `atMost` times as long as
 * the usual pause.
 */
const pause = { perLook: 4, atMost: 4 } as const;

/**
 * Finds out whether callers have received the answers that were sent to them. Bytes that the operating system has accepted are no
 * evidence. The last byte of the answer must have been acknowledged. After the acknowledgement, one of three events counts as
 * evidence: the next request on the same connection, an orderly end of the connection by the other side, or some seconds in which
 * the other side sends nothing.
 *
 * Acknowledged bytes are in the memory of the other system, or in the memory of a proxy. Only the caller itself can confirm that
 * its program has used the bytes. Linux has a table that shows the acknowledged bytes of each connection. On other systems, only
 * the next request and the orderly end count as evidence, and only on connections that are kept open.
 *
 * The table is read once for all connections. The table is not read while no answer waits for evidence.
 */
export class DeliveryEvidence {
  readonly #lookEveryMs: number;
  readonly #idleMs: number;
  readonly #table: ConnectionTable | undefined;
  readonly #known = new WeakMap<Socket, WatchedConnection>();
  /** The connections with answers for which there is no evidence of delivery yet. */
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
   * Call `begin` before the first byte of an answer is sent. Call the returned function as soon as the whole answer has been
   * written, in the same turn of the event loop. Do not call the returned function if the answer was cut off. The promise
   * resolves with true when there is evidence of delivery, and with false when there can be no such evidence any more.
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
   * Call `settle` at the end of the process. Idle connections are ended, and a decision is made about every answer within the
   * given time. An answer without evidence by the given time counts as not delivered.
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

  /** If the connection table cannot be read, it counts as empty. */
  async #find(names: readonly string[]): Promise<ReadonlyMap<string, FoundConnection> | undefined> {
    return this.#table?.(new Set(names)).catch(() => new Map<string, FoundConnection>());
  }
}
