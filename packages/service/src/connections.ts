import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { RequestBounds } from './service-options.js';
import {
  sayUnreadable,
  type UnreadableAnswer,
  type UnreadableRequest,
  type WhyUnreadable,
  whyUnreadable,
} from './unreadable-request.js';

/**
 * `idle`: there is no request. `arriving`: a request is being received. `answering`: a request has arrived and is being
 * answered.
 */
type Phase = 'idle' | 'arriving' | 'answering';

/** An open connection. */
interface Connection {
  /**
   * The answers under way; there are several if requests are pipelined. Each change replaces the array. A `Set` would
   * be worse: V8 replaces its table after a few changes, and the old table keeps the next table and its answers alive
   * until a full collection.
   */
  answers: readonly ServerResponse[];
  standing: Standing;
}

/** The phase of a connection, and the time of its last change. */
interface Standing {
  readonly phase: Phase;
  /** When this value changes, the time starts again. The value is the arriving request or the number of sent bytes. */
  readonly mark: unknown;
  readonly since: number;
  /** Bytes received before `since`. */
  readonly received: number;
}

/**
 * The connections of a server and their current requests. A connection that exceeds a bound is cut, even if bytes still
 * arrive on it. Node's own timers are not enough: every incoming byte restarts them, and they give a long request only
 * as much time as a short one.
 */
export class Connections {
  readonly #bounds: RequestBounds;
  readonly #answer: (request: UnreadableRequest) => UnreadableAnswer;
  readonly #connections = new Map<Socket, Connection>();
  #server: Server | undefined;
  #beside: NetServer | undefined;
  #closing = false;
  #checkedAt = performance.now();

  /** @param answer makes the answer to an unreadable request */
  constructor(bounds: RequestBounds, answer: (request: UnreadableRequest) => UnreadableAnswer) {
    this.#bounds = bounds;
    this.#answer = answer;
  }

  /** Watches the connections of a server until it is closed. */
  watch(server: Server): void {
    this.#server = server;
    server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
      if (this.#closing) answer.setHeader('Connection', 'close');
      const connection = this.#connections.get(socket);
      if (connection === undefined) return;
      connection.answers = [...connection.answers, answer];
      answer.once('close', () => {
        connection.answers = connection.answers.filter((other) => other !== answer);
      });
    });
    server.on('connect', (_request, socket: Socket) => this.#endSaying('connect', socket));
    server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, { answers: [], standing: standingOf(socket, undefined, performance.now()) });
      socket.once('close', () => this.#connections.delete(socket));
    });
    const timer = setInterval(() => this.cutOverdue(performance.now()), this.#bounds.connectionCheckMs);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Registers another server that passes its connections to this server and closes together with it. */
  closeWith(beside: NetServer | undefined): void {
    this.#beside = beside;
    beside?.unref();
    this.#server?.once('close', () => beside?.close());
  }

  /**
   * Cuts the connections that exceed a bound. Time in which this process itself stood still does not count: bytes that
   * arrived meanwhile have not been read yet.
   */
  cutOverdue(now: number): void {
    const stoodStillMs = now - this.#checkedAt - 2 * this.#bounds.connectionCheckMs;
    this.#checkedAt = now;
    for (const [socket, connection] of this.#connections) {
      const { standing } = connection;
      if (stoodStillMs > 0) {
        connection.standing = { ...standing, since: Math.min(now, standing.since + stoodStillMs) };
      }
      this.#judge(socket, connection, now);
    }
  }

  /** Refuses new connections from now on, and closes each open one after its next answer. */
  close(): void {
    this.#closing = true;
    this.#beside?.close();
    // The server's own `close` would also cut idle connections, before their clients have acknowledged the received
    // data.
    if (this.#server?.listening === true) NetServer.prototype.close.call(this.#server);
    for (const { answers } of this.#connections.values()) {
      const last = answers.at(-1);
      if (last?.headersSent === false) last.setHeader('Connection', 'close');
    }
  }

  /**
   * Resolves when no request is left. After `close`, this always happens, because each connection has at most one more
   * request.
   */
  async finished(): Promise<void> {
    for (;;) {
      const open = [...this.#connections.values()].flatMap(({ answers }) => answers);
      if (open.length === 0) return;
      await Promise.all(open.map((answer) => new Promise((resolve) => answer.once('close', resolve))));
    }
  }

  /** Answers an unreadable request, if the client can still read an answer, and closes the connection. */
  refuse(error: Error & { readonly code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET') socket.destroy();
    else this.#endSaying(whyUnreadable(error.code), socket);
  }

  /** Answers and ends the connection. Nothing more is read, because the rest would be mistaken for a request. */
  #endSaying(why: WhyUnreadable, socket: Socket): void {
    const answers = this.#connections.get(socket)?.answers ?? [];
    // If one answer has begun, no other answer can be sent.
    if (!socket.writable || answers.some((answer) => answer.socket === socket && answer.headersSent)) {
      socket.destroy();
      return;
    }
    socket.end(sayUnreadable(why, answers[0]?.req, this.#answer));
    socket.pause();
    setTimeout(() => socket.destroy(), this.#bounds.farewellMs).unref();
  }

  #judge(socket: Socket, connection: Connection, now: number): void {
    const { standing } = connection;
    const current = standingOf(socket, connection.answers.at(-1), now);
    if (standing.phase !== current.phase || standing.mark !== current.mark) {
      connection.standing = current;
      return;
    }
    if (now - standing.since < this.#limitMs(standing.phase, socket.bytesRead - standing.received)) return;
    if (standing.phase === 'arriving') this.#endSaying('late', socket);
    else socket.destroy();
  }

  #limitMs(phase: Phase, received: number): number {
    const { keepAliveTimeoutMs, headersTimeoutMs, requestTimeoutMs, bodyBytesPerSecond, stallTimeoutMs } = this.#bounds;
    if (phase === 'idle') return keepAliveTimeoutMs + headersTimeoutMs;
    return phase === 'arriving' ? requestTimeoutMs + (received * 1_000) / bodyBytesPerSecond : stallTimeoutMs;
  }
}

function standingOf(socket: Socket, answer: ServerResponse | undefined, now: number): Standing {
  const phase = phaseOf(answer);
  const mark = phase === 'arriving' ? answer : bytesLeft(socket);
  return { phase, mark, since: now, received: socket.bytesRead };
}

function phaseOf(answer: ServerResponse | undefined): Phase {
  if (answer === undefined) return 'idle';
  return answer.req.complete ? 'answering' : 'arriving';
}

/**
 * How many bytes the operating system has accepted. `bytesWritten` counts a long write immediately, before all its
 * bytes are sent.
 */
function bytesLeft(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return socket.bytesWritten - (handle?.writeQueueSize ?? 0);
}
