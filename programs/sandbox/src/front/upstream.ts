import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Arrived } from '../calls/arrived.js';

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

/** The platform behind the front. */
export class Upstream {
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https = new HttpsAgent({ keepAlive: true });
  readonly #addresses: Readonly<Record<Arrived['service'], string>>;

  constructor(addresses: Readonly<Record<Arrived['service'], string>>) {
    this.#addresses = addresses;
  }

  /** Passes a call on. The answer is not read yet. */
  send({ service, method, path, headers, body }: Arrived, isPlain: boolean, signal: AbortSignal) {
    const url = this.#addresses[service] + path;
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
    return new Promise<IncomingMessage>((resolve, reject) => {
      const call = (isSecure ? requestHttps : requestHttp)(url, options, resolve);
      call.once('error', reject);
      call.end(body);
    });
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
