import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message that a deployment has pushed. */
export interface PushedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Where a receiver listens, and how a deployment reaches it. */
export interface ReceiverOptions {
  /** Default: any free port of this machine. */
  readonly port?: number;
  /** The address at which the deployment reaches the port. Default: `http://127.0.0.1:PORT`. */
  readonly publicUrl?: string;
}

const messagesKept = 1_000;
const bodyBytes = 65_536;
const lookEveryMs = 50;

/** An address of a receiver, and the messages that have arrived at this address. */
export class ReceivingAddress {
  readonly url: string;
  readonly messages: PushedMessage[] = [];
  /** The status of the answers from now on. */
  status: number;

  constructor(url: string, status: number) {
    this.url = url;
    this.status = status;
  }

  /** Waits until the function finds something. Returns undefined if it finds nothing in time. */
  async until<T>(find: (messages: readonly PushedMessage[]) => T | undefined, timeMs: number): Promise<T | undefined> {
    for (const end = performance.now() + timeMs; ; ) {
      const found = find(this.messages);
      if (found !== undefined || performance.now() > end) return found;
      // oxlint-disable-next-line no-await-in-loop
      await sleep(lookEveryMs);
    }
  }
}

/** The text that answers contain, so that a check finds it in the attempts. */
export const receiverAnswer = 'taken by the conformance kit';

/** A server to which a deployment pushes messages. */
export class MessageReceiver {
  readonly #server: Server;
  readonly #publicUrl: string;
  readonly #addresses = new Map<string, ReceivingAddress>();

  private constructor(server: Server, publicUrl: string) {
    this.#server = server;
    this.#publicUrl = publicUrl;
  }

  /** @throws Error if the port is not free */
  static async start({ port = 0, publicUrl }: ReceiverOptions = {}): Promise<MessageReceiver> {
    const server = createServer();
    // Other machines reach the receiver only if it has its own address.
    server.listen(port, publicUrl === undefined ? '127.0.0.1' : undefined);
    await once(server, 'listening');
    const ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const receiver = new MessageReceiver(server, (publicUrl ?? ownUrl).replace(/\/$/, ''));
    server.on('request', (request, response) => void receiver.#answer(request, response));
    return receiver;
  }

  /** A new address, which answers with this status. */
  newAddress(status = 204): ReceivingAddress {
    const path = `/conformance-${crypto.randomUUID()}`;
    const address = new ReceivingAddress(`${this.#publicUrl}${path}`, status);
    this.#addresses.set(path, address);
    return address;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const address = this.#addresses.get(`/${request.url?.split('/').at(-1) ?? ''}`);
      const body = await textOf(request);
      if (address === undefined) return void response.writeHead(404).end();
      if (address.messages.length < messagesKept) address.messages.push({ headers: request.headers, body });
      response.writeHead(address.status).end(address.status === 204 ? undefined : receiverAnswer);
    } catch {
      request.socket.destroy();
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += (piece as Buffer).length;
    if (bytes > bodyBytes) throw new RangeError('The message is too large');
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}
