import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { reusing } from '../http/http-client.js';
import type { PassedAnswer, PassedCall, Rule } from './mutant.js';

/** The services behind a proxy, which are reached by plain HTTP. The address of the data API includes its prefix. */
export interface ProxiedServices {
  readonly apiUrl: string;
  readonly authUrl: string;
}

/**
 * A proxy in front of both services. The proxy applies a rule to each call. Without a rule the proxy passes on all
 * calls and answers unchanged.
 */
export class MutatingProxy {
  readonly #agent = new Agent(reusing);
  readonly #rule: Rule;
  readonly #services: ProxiedServices;
  readonly #servers = new Map<PassedCall['service'], Server>();

  private constructor(services: ProxiedServices, rule: Rule) {
    this.#services = services;
    this.#rule = rule;
  }

  static async start(services: ProxiedServices, rule: Rule = (_call, pass) => pass()): Promise<MutatingProxy> {
    const proxy = new MutatingProxy(services, rule);
    await Promise.all([proxy.#listen('api'), proxy.#listen('auth')]);
    return proxy;
  }

  get apiUrl(): string {
    return `${this.#urlOf('api')}${this.#prefix}`;
  }

  get authUrl(): string {
    return this.#urlOf('auth');
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await Promise.all(
      [...this.#servers.values()].map((server) => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      }),
    );
  }

  get #prefix(): string {
    return new URL(this.#services.apiUrl).pathname.replace(/\/$/, '');
  }

  #urlOf(service: PassedCall['service']): string {
    const address = this.#servers.get(service)?.address() as AddressInfo | undefined;
    return `http://127.0.0.1:${address?.port}`;
  }

  async #listen(service: PassedCall['service']): Promise<void> {
    const server = createServer((incoming, outgoing) => {
      this.#serve(service, incoming, outgoing).catch(() => incoming.socket.destroy());
    });
    this.#servers.set(service, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }

  async #serve(service: PassedCall['service'], incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = incoming.url ?? '/';
    const call: PassedCall = {
      service,
      method: incoming.method ?? 'GET',
      path: service === 'api' && url.startsWith(`${this.#prefix}/`) ? url.slice(this.#prefix.length) : url,
      headers: plainHeaders(incoming),
      body: await bytesOf(incoming),
    };
    const isPrefixed = call.path !== url;
    const pass = (other: PassedCall = call) => this.#pass(other, isPrefixed ? this.#prefix : '');
    const answer = await this.#rule(call, pass);
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) });
    outgoing.end(call.method === 'HEAD' ? undefined : answer.body);
  }

  #pass({ service, method, path, headers, body }: PassedCall, prefix: string): Promise<PassedAnswer> {
    const { origin } = new URL(service === 'api' ? this.#services.apiUrl : this.#services.authUrl);
    const length = body.length > 0 || 'content-length' in headers ? { 'content-length': String(body.length) } : {};
    const sent = { ...headers, ...length, 'accept-encoding': 'identity' };
    return new Promise((resolve, reject) => {
      forward(`${origin}${prefix}${path}`, { method, headers: sent, agent: this.#agent }, (answer) => {
        bytesOf(answer).then(
          (whole) => resolve({ status: answer.statusCode ?? 502, headers: plainAnswerHeaders(answer), body: whole }),
          reject,
        );
      })
        .on('error', reject)
        .end(body);
    });
  }
}

const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !ofOneConnection.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function plainAnswerHeaders({ headers }: IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(([name]) => !ofOneConnection.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
