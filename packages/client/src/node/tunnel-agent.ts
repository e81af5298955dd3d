import { type Agent, request as requestHttp } from 'node:http';
import { globalAgent, Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ProxyAccess } from './proxy.js';
import { proxyRefusal, proxyUnreachable } from './proxy-errors.js';

/** Request options that the agent reads. */
export interface TunnelOptions extends RequestOptions {
  /** Ends the wait for the tunnel; an agent does not see the request's own signal. */
  readonly tunnelSignal?: AbortSignal;
}

/**
 * Opens TLS connections through tunnels of a proxy (RFC 9110 §9.3.6), and keeps these connections for later calls.
 */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: ProxyAccess;
  readonly #hops: Agent;

  /** @param hops opens connections to the proxy */
  constructor(proxy: ProxyAccess, hops: Agent) {
    super({ ...globalAgent.options, proxyEnv: undefined });
    this.#proxy = proxy;
    this.#hops = hops;
  }

  override createConnection(
    options: TunnelOptions,
    callback: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { host, port, tunnelSignal } = options;
    const target = `${host?.includes(':') === true ? `[${host}]` : host}:${port}`;
    const proxy = this.#proxy;
    const { url, authorization } = proxy;
    const call = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) },
      agent: this.#hops,
      signal: tunnelSignal,
    });
    call.once('connect', ({ statusCode: status = 0, statusMessage: statusText = '', headers }, socket, head) => {
      if (status < 200 || status > 299) {
        socket.destroy();
        callback(proxyRefusal(proxy, { status, statusText, challenge: headers['proxy-authenticate'] }, target), socket);
        return;
      }
      if (head.length > 0) socket.unshift(head);
      callback(null, super.createConnection({ ...options, socket } as RequestOptions) as Duplex);
    });
    call.once('error', (error) => callback(proxyUnreachable(proxy, error), undefined as unknown as Duplex));
    call.end();
  }
}
