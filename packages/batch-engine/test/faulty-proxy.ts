import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The fault that a request meets:
 *
 * - a number: the answer has this status and, in the form of S3, the error `code`
 * - `reset`: the connection is lost before the request has reached the server
 * - `lose-answer`: the request reaches the server, and the connection is lost before the answer
 * - `cut`: only half of the answer's body arrives
 * - `damage`: one byte of the answer's body is changed
 * - a promise: the request is passed on to the server when the promise resolves
 * - a function: the request reaches the server, the function is called, and the connection is lost before the answer
 */
export type Fault =
  | { readonly status: number; readonly code?: string }
  | 'reset'
  | 'lose-answer'
  | 'cut'
  | 'damage'
  | Promise<unknown>
  | (() => Promise<unknown>);

/** The properties of a request by which its fault is chosen. `number` counts the requests of this proxy, beginning with 1. */
export interface SeenRequest {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly range: string | undefined;
  /** The value `*` means that the object must not exist. */
  readonly ifNoneMatch: string | undefined;
}

/** A proxy in front of an HTTP server that adds faults to requests. */
export class FaultyProxy {
  readonly seen: SeenRequest[] = [];
  /** Chooses the fault of each request. */
  fault: (request: SeenRequest) => Fault | undefined = () => undefined;
  readonly #server: Server;
  readonly #target: () => string;

  private constructor(server: Server, target: () => string) {
    this.#server = server;
    this.#target = target;
  }

  /** @param target the present address of the server */
  static async start(target: () => string): Promise<FaultyProxy> {
    // A client that stood still must not send on a connection that has just been closed.
    const server = createServer({ keepAliveTimeout: 3_600_000 });
    const proxy = new FaultyProxy(server, target);
    server.on('request', (incoming, answer) => void proxy.#pass(incoming, answer));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all faults, and deletes the records of all requests. */
  calm(): void {
    this.fault = () => undefined;
    this.seen.length = 0;
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const seen = {
      number: this.seen.length + 1,
      method,
      url,
      range: headers.range,
      ifNoneMatch: headers['if-none-match'],
    };
    this.seen.push(seen);
    const fault = this.fault(seen);
    if (fault === 'reset') return void incoming.socket.destroy();
    if (fault instanceof Promise) await fault;
    else if (typeof fault === 'object') {
      incoming.resume();
      answer.writeHead(fault.status, { 'content-type': 'application/xml', connection: 'close' });
      answer.end(
        fault.code === undefined ? '' : `<Error><Code>${fault.code}</Code><Message>as asked</Message></Error>`,
      );
      return;
    }
    const onward = request(new URL(url, this.#target()), { method, headers });
    onward.on('error', () => incoming.socket.destroy());
    incoming.on('error', () => onward.destroy());
    incoming.pipe(onward);
    await this.#answer(onward, incoming, answer, fault);
  }

  async #answer(onward: ClientRequest, incoming: IncomingMessage, answer: ServerResponse, fault: Fault | undefined) {
    try {
      const [from] = (await once(onward, 'response')) as [IncomingMessage];
      const body = Buffer.concat(await from.toArray());
      if (typeof fault === 'function') await fault();
      if (typeof fault === 'function' || fault === 'lose-answer') return incoming.socket.destroy();
      if (fault === 'damage') body.writeUInt8(body.readUInt8(body.length >> 1) ^ 1, body.length >> 1);
      answer.writeHead(from.statusCode!, from.headers);
      if (fault !== 'cut') return answer.end(body);
      answer.write(body.subarray(0, body.length >> 1), () => incoming.socket.destroy());
    } catch {
      incoming.socket.destroy();
    }
  }
}
