import { Resolver } from 'node:dns/promises';
import { Agent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { OnApplicationShutdown } from '@nestjs/common';
import { GuardedCallError } from './guarded-call-error.js';
import { readTarget, type Target, type TargetRules } from './read-target.js';
import { type AddressResolver, resolveTarget } from './resolve-target.js';

/** Which addresses are allowed, and the limits of a call. */
export interface GuardedHttpOptions extends TargetRules {
  /** Time for a whole call, from the DNS query to the end of the answer. Default: 15 seconds. */
  readonly timeoutMs?: number;
  /** Bytes of an answer that are read. Default: 65,536. */
  readonly answerBytes?: number;
  /** Default: the DNS servers of this machine. */
  readonly resolver?: AddressResolver;
}

/** A request to an address that a stranger has chosen. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** The answer, whatever its status. */
export interface GuardedAnswer {
  readonly status: number;
  /** The first bytes of the body. */
  readonly body: Buffer;
  /**
   * Whether `body` is the whole body. It is false if the body was too long, or if the time or the connection ended
   * before it was complete.
   */
  readonly isWhole: boolean;
}

const idleMs = 15_000;
const headerBytes = 16_384;
/** One receiver can have many endpoints, so this is more than one endpoint needs. */
const idleConnectionsPerTarget = 256;
const certificateProblem = /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME|SIGNATURE/;

/**
 * Calls addresses that strangers have chosen. Each call resolves the name anew, checks all its IP addresses, and
 * connects to one of them directly, so that a second DNS query cannot lead elsewhere. An open connection is used again
 * only for the same name and the same IP address. Redirects are returned like other answers. Proxies of the environment
 * are never used. Certificates are always checked.
 */
export class GuardedHttp implements OnApplicationShutdown {
  readonly #rules: TargetRules;
  readonly #timeoutMs: number;
  readonly #answerBytes: number;
  readonly #resolver: AddressResolver;
  readonly #plain = new Agent(agentOptions);
  readonly #secure = new SecureAgent(agentOptions);

  constructor({ timeoutMs = 15_000, answerBytes = 65_536, resolver = new Resolver(), ...rules }: GuardedHttpOptions) {
    this.#rules = rules;
    this.#timeoutMs = timeoutMs;
    this.#answerBytes = answerBytes;
    this.#resolver = resolver;
  }

  /**
   * Checks an address before it is stored, without a call.
   *
   * @throws GuardedCallError `url-refused`, `address-refused`
   */
  check(url: string): void {
    readTarget(url, this.#rules);
  }

  /**
   * Sends a request and reads the answer, whatever its status is.
   *
   * @param signal ends the call early
   * @throws GuardedCallError
   */
  async send(url: string, request: GuardedRequest, signal?: AbortSignal): Promise<GuardedAnswer> {
    const target = readTarget(url, this.#rules);
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(timeUp), this.#timeoutMs).unref();
    const leave = () => end.abort(signal?.reason);
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      const address = await orAborted(resolveTarget(target, this.#rules.addresses, this.#resolver), end.signal);
      return await this.#exchange(target, address, request, end.signal);
    } catch (error) {
      throw describeFailure(error, end.signal.reason === timeUp, target);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Closes idle connections. */
  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  /** Nest calls this for every provider, so no module has to close its connections. */
  onApplicationShutdown(): void {
    this.close();
  }

  async #exchange(target: Target, address: string, request: GuardedRequest, end: AbortSignal): Promise<GuardedAnswer> {
    const agent = target.secure ? this.#secure : this.#plain;
    try {
      return await this.#exchangeOnce(target, address, request, { agent, signal: end });
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return await this.#exchangeOnce(target, address, request, { agent: false, signal: end });
    }
  }

  #exchangeOnce(
    { url, secure, host, port, isAddress }: Target,
    address: string,
    { method, headers, body }: GuardedRequest,
    connection: Pick<RequestOptions, 'agent' | 'signal'>,
  ): Promise<GuardedAnswer> {
    return new Promise((resolve, reject) => {
      const options: RequestOptions = {
        ...connection,
        host: address,
        port,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { ...headers, host: url.host, ...(body && { 'content-length': body.length }) },
        maxHeaderSize: headerBytes,
        insecureHTTPParser: false,
      };
      // For an IP address, there is no name to send, and the certificate is checked against the address.
      const tls = { servername: isAddress ? '' : host, rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
      const call = secure ? requestHttps({ ...options, ...tls }) : requestHttp(options);
      call.once('response', (answer) => resolve(readAnswer(answer, this.#answerBytes)));
      call.on('error', (error) => reject(isStale(call.reusedSocket, error) ? new StaleConnection() : error));
      call.end(body);
    });
  }
}

const agentOptions = {
  keepAlive: true,
  timeout: idleMs,
  maxFreeSockets: idleConnectionsPerTarget,
} as const;

/** The abort reason of a call whose time is over. */
const timeUp = Symbol('time over');

/** The other side closed an idle connection just when it was used again. */
class StaleConnection extends Error {}

function isStale(wasReused: boolean, error: NodeJS.ErrnoException): boolean {
  return wasReused && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** An iterator would give the same result, but would cost more than the rest of a call with a short answer. */
function readAnswer(answer: IncomingMessage, bytesAtMost: number): Promise<GuardedAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const end = (isWhole: boolean) => resolve({ status: answer.statusCode!, body: Buffer.concat(parts), isWhole });
    answer.on('data', (part: Buffer) => {
      parts.push(part.subarray(0, bytesAtMost - length));
      length += part.length;
      if (length <= bytesAtMost) return;
      end(false);
      answer.destroy();
    });
    answer.once('end', () => end(true));
    answer.on('error', () => end(false));
    answer.once('close', () => end(false));
  });
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function describeFailure(error: unknown, isTimeUp: boolean, { secure }: Target): unknown {
  if (error instanceof GuardedCallError) return error;
  if (isTimeUp) return new GuardedCallError('time-over', 'has not answered in time', { cause: error });
  const { code = '' } = error as NodeJS.ErrnoException;
  if (secure && certificateProblem.test(code)) {
    return new GuardedCallError('certificate-refused', `has no valid certificate (${code})`, { cause: error });
  }
  const told = /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : '';
  return new GuardedCallError('no-answer', `has not answered${told}`, { cause: error });
}
