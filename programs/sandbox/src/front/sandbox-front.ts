import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server } from 'node:net';
import { secretOfText } from '@trading-platform/domain-types/message-signature';
import { type Arrived, clientIdOf, kindOf, valuesOf } from '../calls/arrived.js';
import type { Run, RunFacts } from '../calls/run.js';
import { Runs } from '../calls/runs.js';
import { makeOwnCertificate, type OwnCertificate } from '../certificate/own-certificate.js';
import { Control } from '../control/control.js';
import { Recorder } from '../recorder/recorder.js';
import { type Action, actionText, pass } from '../scenarios/call.js';
import { type Choice, ChoiceError, choiceText, parseChoice } from '../scenarios/choice.js';
import { addressesAt, type Destination, readPath, type SandboxAddresses } from './address.js';
import { Exchange } from './exchange.js';
import { choiceHeader, Upstream } from './upstream.js';

/** The addresses of the front and of the platform. */
export interface SandboxOptions {
  /** The real authentication server. */
  readonly authUrl: string;
  /** The real data API, without its prefix. */
  readonly apiUrl: string;
  /** The receiver of pushed messages. The front disturbs these messages. */
  readonly receiverUrl?: string | undefined;
  /** The secret of the receiver, `whsec_…`. It is needed for messages that are too old but have a correct signature. */
  readonly receiverSecret?: string | undefined;
  /** Default: the loopback interface. */
  readonly host?: string | undefined;
  /** Default: any free one. */
  readonly port?: number | undefined;
  /** Default: any free one. */
  readonly tlsPort?: number | undefined;
  /** The maximum number of calls that the recorder keeps. Default 500. */
  readonly recordedCalls?: number | undefined;
}

const mostBodyBytes = 20_000_000;
/** As the services. A client that has stood still for Node's 5 seconds could call on a connection that ends. */
const keepAliveTimeoutMs = 65_000;
const loopback = '127.0.0.1';

/** A front before a real platform. The front misbehaves by scenario. */
export class SandboxFront {
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The same with TLS and a self-made certificate. */
  readonly tlsUrl: string;
  /** PEM: clients of `tlsUrl` must trust it. */
  readonly certificate: string;
  readonly recorder: Recorder;
  readonly #servers: readonly Server[];
  readonly #upstream: Upstream;
  readonly #runs: Runs;

  private constructor(
    servers: readonly [Server, Server],
    parts: { readonly handler: Handler; readonly own: OwnCertificate; readonly host: string },
  ) {
    const { handler, own, host } = parts;
    const [plain, secure] = servers.map((server) => (server.address() as AddressInfo).port);
    const name = host === '0.0.0.0' || host === '::' ? loopback : host;
    this.url = `http://${name}:${plain}`;
    this.tlsUrl = `https://${name}:${secure}`;
    this.certificate = own.certificate;
    this.recorder = handler.recorder;
    this.#servers = servers;
    this.#upstream = handler.upstream;
    this.#runs = handler.runs;
  }

  static async start(options: SandboxOptions): Promise<SandboxFront> {
    const { host = loopback, port = 0, tlsPort = 0 } = options;
    const own = makeOwnCertificate(host === loopback ? [] : [host]);
    const handler = new Handler(options, own.certificate);
    const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void handler.serve(incoming, outgoing);
    const plain = createServer(serve);
    const secure = createTlsServer({ key: own.key, cert: own.certificate }, serve);
    for (const server of [plain, secure]) {
      server.keepAliveTimeout = keepAliveTimeoutMs;
      // Broken connections are expected here.
      server.on('clientError', (_error, socket) => socket.destroy());
    }
    await listen(plain, port, host);
    try {
      await listen(secure, tlsPort, host);
    } catch (error) {
      plain.close();
      throw error;
    }
    const front = new SandboxFront([plain, secure], { handler, own, host });
    handler.addresses = { url: front.url, tlsUrl: front.tlsUrl };
    return front;
  }

  /** Addresses for the settings of a caller, with a scenario such as `throttled;seed=7`. */
  addresses(choice?: string, line: 'plain' | 'tls' = 'plain'): SandboxAddresses {
    const front = line === 'tls' ? this.tlsUrl : this.url;
    return addressesAt(front, choice === undefined ? undefined : parseChoice(choice));
  }

  /** The facts of a run; undefined if it has no calls. */
  run(choice: string): RunFacts | undefined {
    return this.#runs.facts(parseChoice(choice));
  }

  /** Chooses a scenario for all calls of a client; undefined removes the choice. */
  setClient(clientId: string, choice: string | undefined): void {
    this.#runs.setClient(clientId, choice === undefined ? undefined : parseChoice(choice));
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#servers.map((server) => {
        (server as Server & { closeAllConnections(): void }).closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      }),
    );
    this.#upstream.close();
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  if (host === loopback) await listenOnSecondLoopback(server, port);
}

/** `localhost` can mean either loopback address; a machine without IPv6 has only the first. */
async function listenOnSecondLoopback(server: Server, asked: number): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const beside = createNetServer((socket) => server.emit('connection', socket));
  server.once('close', () => beside.close());
  await new Promise<void>((resolve, reject) => {
    beside.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' && asked !== 0 ? reject(error) : resolve(),
    );
    beside.listen({ port, host: '::1' }, resolve);
  });
  beside.unref();
}

/** Handles incoming calls, both for the platform and for the front's own pages. */
class Handler {
  readonly runs = new Runs();
  readonly recorder: Recorder;
  readonly upstream: Upstream;
  readonly #control: Control;
  readonly #certificate: string;
  readonly #secret: Uint8Array | undefined;
  addresses = { url: '', tlsUrl: '' };

  constructor(options: SandboxOptions, certificate: string) {
    this.#certificate = certificate;
    this.#secret = options.receiverSecret === undefined ? undefined : secretOfText(options.receiverSecret);
    this.recorder = new Recorder(options.recordedCalls);
    this.upstream = new Upstream({ auth: options.authUrl, api: options.apiUrl, push: options.receiverUrl });
    this.#control = new Control({
      runs: this.runs,
      recorder: this.recorder,
      facts: () => ({ ...this.addresses, certificate: this.#certificate }),
      isLocal: options.host === undefined || options.host === loopback || options.host === 'localhost',
    });
  }

  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const destination = readPath(incoming.url ?? '/');
      const body = await bodyOf(incoming);
      if (body === undefined) return say(outgoing, 413, 'The body is too large for the sandbox');
      if (destination === undefined) return this.#control.serve(incoming, body, outgoing);
      await this.#pass(destination, { incoming, body, outgoing });
    } catch (error) {
      if (outgoing.destroyed || outgoing.headersSent) return void outgoing.destroy();
      if (error instanceof ChoiceError) return say(outgoing, 400, error.message);
      const { code, message } = error as NodeJS.ErrnoException;
      say(outgoing, 502, `The sandbox cannot reach the platform behind it: ${code ?? message}`);
    }
  }

  async #pass(
    { service, choice, path }: Destination,
    { incoming, body, outgoing }: { incoming: IncomingMessage; body: Buffer; outgoing: ServerResponse },
  ): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const arrived: Arrived = { service, method, path, headers, body };
    const values = valuesOf(arrived);
    const run = this.#runOf(choice, arrived, values);
    const kind = kindOf(arrived, values);
    const call = run.enter(arrived, kind, values);
    const action: Action = method === 'OPTIONS' ? pass : run.choice.scenario.rule(call);
    run.leave(arrived, call, values, action);
    const exchange = new Exchange({ arrived, call, run, upstream: this.upstream, secret: this.#secret, outgoing });
    const began = performance.now();
    try {
      await exchange.carryOut(action);
    } finally {
      this.recorder.record({
        choice: choiceText(run.choice),
        service,
        kind,
        method,
        path,
        sentHeaders: headers,
        sentBody: body,
        action: actionText(action),
        status: exchange.head?.status,
        answerHeaders: exchange.head?.headers ?? {},
        answerBeginning: exchange.beginning,
        bytes: exchange.bytes,
        ms: Math.round(performance.now() - began),
      });
    }
  }

  /** The path overrides the header, and the header overrides the choice for the client. */
  #runOf(choice: Choice | undefined, arrived: Arrived, values: Readonly<Record<string, unknown>>): Run {
    if (choice !== undefined) return this.runs.of(choice);
    const header = arrived.headers[choiceHeader];
    if (header !== undefined) return this.runs.of(parseChoice(String(header)));
    return this.runs.ofClient(clientIdOf(arrived, values));
  }
}

/** @returns undefined if the body is too large */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length <= mostBodyBytes) pieces.push(piece);
  }
  return length > mostBodyBytes ? undefined : Buffer.concat(pieces);
}

function say(outgoing: ServerResponse, status: number, sentence: string): void {
  outgoing
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${sentence}\n`);
}
