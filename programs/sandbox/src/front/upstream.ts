import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Arrived } from '../calls/arrived.js';
import type { Service } from '../scenarios/call.js';
import { ChoiceError } from '../scenarios/choice.js';

/** Headers of a single connection, which are not passed on (RFC 9110 §7.6.1). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);
/** This header is for the sandbox only. */
export const choiceHeader = 'sandbox-scenario';

/** If a call is cut, the connection is closed this long after the first part of the call was sent. */
const partMs = 100;

/** The platform behind the front, and the receiver of its messages. */
export class Upstream {
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https = new HttpsAgent({ keepAlive: true });
  readonly #addresses: Readonly<Record<Service, string | undefined>>;

  constructor(addresses: Readonly<Record<Service, string | undefined>>) {
    this.#addresses = addresses;
  }

  /** Passes a call on. The answer is not read yet. */
  send(arrived: Arrived, isPlain: boolean, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const call = this.#begin(arrived, isPlain, signal);
      call.once('response', resolve);
      call.once('error', reject);
      call.end(arrived.body);
    });
  }

  /** Sends the beginning of a call, and breaks off. */
  async sendPart(arrived: Arrived, bytes: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const call = this.#begin(arrived, false, signal);
      call.once('error', () => resolve());
      call.once('close', () => resolve());
      call.write(arrived.body.subarray(0, bytes), () => setTimeout(() => call.destroy(), partMs));
    });
  }

  #begin({ service, method, path, headers, body }: Arrived, isPlain: boolean, signal: AbortSignal): ClientRequest {
    const address = this.#addresses[service];
    if (address === undefined) throw new ChoiceError('No receiver is known: start the sandbox with --receiver-url');
    const url = address + path;
    const isSecure = url.startsWith('https:');
    const passed = Object.fromEntries(
      Object.entries(headers).filter(([name]) => name !== 'host' && name !== choiceHeader && !ofConnection.has(name)),
    );
    const encoding = isPlain ? { 'accept-encoding': 'identity' } : {};
    const options = {
      method,
      headers: { ...passed, ...encoding, 'content-length': body.length },
      agent: isSecure ? this.#https : this.#http,
      signal,
    };
    return (isSecure ? requestHttps : requestHttp)(url, options);
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

/** The answer headers that concern the caller. */
export function answerHeaders({ headersDistinct }: IncomingMessage): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headersDistinct).filter(([name]) => !ofConnection.has(name)) as [string, string[]][],
  );
}
