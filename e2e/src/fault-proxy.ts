import { Agent, createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a proxy does with a call instead of passing it on. */
export const faults = ['answer lost', 'answer cut', '500', '429', 'slow bytes', '401', 'call lost'] as const;
export type Fault = (typeof faults)[number];

/** An answer of the service, whole. */
interface Passed {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const slowPieces = 20;
const pieceMs = 10;

/**
 * A line to a service that breaks: of calls with the same method, path and body, every second one is disturbed, each time in the next of
 * the ways. So whoever repeats a call gets through, and all ways come up.
 */
export class FaultProxy {
  /** How often each fault came up. */
  readonly counts = new Map<Fault, number>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #target: string;
  readonly #ways: readonly Fault[];
  readonly #seen = new Map<string, number>();
  readonly #server = createServer((incoming, outgoing) => {
    this.#serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  #next = 0;

  private constructor(target: string, ways: readonly Fault[]) {
    this.#target = target;
    this.#ways = ways;
  }

  static async start(target: string, ways: readonly Fault[] = faults): Promise<FaultProxy> {
    const proxy = new FaultProxy(target, ways);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming);
    const fault = this.#faultOf(`${incoming.method} ${incoming.url} ${body.toString('latin1')}`);
    switch (fault) {
      case '500':
        return void outgoing.writeHead(500).end('{}');
      case '429':
        return void outgoing.writeHead(429, { 'Retry-After': '0' }).end('{}');
      case '401':
        return void outgoing.writeHead(401, { 'Content-Type': 'application/json' }).end(expired);
      case 'call lost':
        return void incoming.socket.destroy();
      default:
        return this.#answer(outgoing, await this.#pass(incoming, body), fault);
    }
  }

  async #answer(outgoing: ServerResponse, { status, headers, body }: Passed, fault: Fault | undefined): Promise<void> {
    if (fault === 'answer lost') return void outgoing.req.socket.destroy();
    outgoing.writeHead(status, headers);
    if (fault === undefined) return void outgoing.end(body);
    const whole = fault === 'answer cut' ? body.subarray(0, Math.floor(body.length / 2)) : body;
    const pieceBytes = Math.max(1, Math.ceil(whole.length / slowPieces));
    for (let at = 0; at < whole.length; at += pieceBytes) {
      outgoing.write(whole.subarray(at, at + pieceBytes));
      await sleep(pieceMs);
    }
    if (fault === 'answer cut') outgoing.req.socket.destroy();
    else outgoing.end();
  }

  #faultOf(call: string): Fault | undefined {
    const times = this.#seen.get(call) ?? 0;
    this.#seen.set(call, times + 1);
    if (times % 2 === 1) return undefined;
    const fault = this.#ways[this.#next++ % this.#ways.length] as Fault;
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    return fault;
  }

  #pass({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Passed> {
    return new Promise((resolve, reject) => {
      forward(`${this.#target}${url}`, { method, headers, agent: this.#agent }, (answer) => {
        bytesOf(answer).then(
          (whole) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: whole }),
          reject,
        );
      })
        .on('error', reject)
        .end(body);
    });
  }
}

const expired = JSON.stringify({
  request_id: 'proxy',
  result: 1,
  error_list: [{ error_item: '', error_code: 'E100002', error_detail: 'The access token has expired.' }],
});

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
