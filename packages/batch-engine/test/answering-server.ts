import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type OwnedBytes, sharedBytes } from '../src/bytes/owned-bytes.js';
import { DeliveryEvidence, type DeliveryEvidenceOptions } from '../src/delivery/delivery-evidence.js';
import { sendBody } from '../src/serving/send-body.js';

const piece = Buffer.alloc(256 * 1024, 'x');
export const smallBytes = 2_000;
/** The number of bytes in a large answer, which is far more than the system buffers while the reader does not read. */
export const largeBytes = 64 * piece.length;
/**
 * The number of bytes in an answer of medium size, which fits into the buffer of the server's system but not into the buffer of
 * the reader's system.
 */
export const mediumBytes = 400 * 1024;

/** The outcome of an answer. */
export type Outcome = boolean | typeof taken | 'open';
export const taken = 'not all of it was taken over';

export interface RequestForm {
  readonly path?: '/small' | '/medium' | '/large';
  readonly version?: '1.0' | '1.1';
  readonly close?: boolean;
}

export function requestText({ path = '/small', version = '1.1', close = false }: RequestForm = {}): string {
  return `GET ${path} HTTP/${version}\r\nHost: test\r\n${close ? 'Connection: close\r\n' : ''}\r\n`;
}

/** Answers requests with many or few bytes, and notes whether each answer was delivered. */
export class AnsweringServer {
  /** For each answer of this server, whether it was delivered. The answers are in the order of the requests. */
  readonly outcomes: Outcome[] = [];
  readonly evidence: DeliveryEvidence;
  /** Answers are sent when this promise has resolved. */
  mayAnswer: Promise<unknown> = Promise.resolve();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(options: DeliveryEvidenceOptions) {
    this.evidence = new DeliveryEvidence(options);
    // A client that stood still must not send on a connection that has just been closed.
    this.#server = createServer({ keepAliveTimeout: 3_600_000 }, (request, response) => {
      this.#sockets.add(request.socket);
      const bytes = { '/medium': mediumBytes, '/large': largeBytes }[request.url ?? ''] ?? smallBytes;
      const place = this.outcomes.push('open') - 1;
      response.writeHead(200, { 'Content-Length': bytes });
      const delivered = this.evidence.begin(request.socket);
      void this.#answer(response, bytes, delivered, place);
    });
  }

  async start(host: string): Promise<number> {
    this.#server.listen(0, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async #answer(
    response: ServerResponse,
    bytes: number,
    delivered: () => Promise<boolean>,
    place: number,
  ): Promise<void> {
    await this.mayAnswer;
    const complete = await sendBody({ body: pieces(bytes) }, response);
    this.outcomes[place] = complete ? await delivered() : taken;
  }

  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function* pieces(bytes: number): AsyncGenerator<OwnedBytes> {
  for (let left = bytes; left > 0; left -= piece.length) yield sharedBytes(piece.subarray(0, left));
}
