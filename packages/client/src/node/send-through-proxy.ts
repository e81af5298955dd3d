import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { globalAgent, Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { ProxyAccess } from './proxy.js';
import { proxyAsksForUser, proxyRefusal, proxyUnreachable } from './proxy-errors.js';
import { TunnelAgent, type TunnelOptions } from './tunnel-agent.js';

export interface CallOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Sends a call through a proxy: an `https:` call in a tunnel, an `http:` call as a proxy request (RFC 9112 §3.2.2).
 *
 * @throws PlatformError `settings-wrong` if the proxy refuses the call, `unavailable` if the proxy cannot be reached
 */
export function sendThroughProxy(
  proxy: ProxyAccess,
  url: string,
  options: CallOptions,
  body: Buffer | undefined,
): Promise<IncomingMessage> {
  return url.startsWith('https:') ? sendInTunnel(proxy, url, options, body) : handOver(proxy, url, options, body);
}

function sendInTunnel(
  proxy: ProxyAccess,
  url: string,
  options: CallOptions,
  body: Buffer | undefined,
): Promise<IncomingMessage> {
  const tunneled: TunnelOptions = { ...options, tunnelSignal: options.signal, agent: agentsOf(proxy).tunnels };
  return answerTo(requestHttps(url, tunneled), body);
}

async function handOver(
  proxy: ProxyAccess,
  url: string,
  options: CallOptions,
  body: Buffer | undefined,
): Promise<IncomingMessage> {
  const { host, origin, pathname, search } = new URL(url);
  const { url: hop, authorization } = proxy;
  const own = authorization === undefined ? {} : { 'proxy-authorization': authorization };
  const call = (hop.protocol === 'https:' ? requestHttps : requestHttp)(hop, {
    ...options,
    headers: { ...options.headers, ...own, host },
    path: origin + pathname + search,
    agent: agentsOf(proxy).hops,
  });
  const answer = await answerTo(call, body).catch((error: NodeJS.ErrnoException) => {
    throw proxyUnreachable(proxy, error);
  });
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = answer;
  if (status !== proxyAsksForUser) return answer;
  answer.resume();
  throw proxyRefusal(proxy, { status, statusText, challenge: headers['proxy-authenticate'] }, host);
}

function answerTo(call: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve);
    call.once('error', reject);
    call.end(body);
  });
}

interface ProxyAgents {
  readonly tunnels: TunnelAgent;
  readonly hops: HttpAgent;
}

const agents = new Map<string, ProxyAgents>();

/** The agents for a proxy, which keep connections open for later calls. */
function agentsOf(proxy: ProxyAccess): ProxyAgents {
  const name = `${proxy.url.href} ${proxy.authorization}`;
  const known = agents.get(name);
  if (known !== undefined) return known;
  const hops = hopAgent(proxy);
  const made = { tunnels: new TunnelAgent(proxy, hops), hops };
  agents.set(name, made);
  return made;
}

/**
 * Node's global agents are not used here. If they use proxies themselves, they would connect to the proxy through
 * another proxy.
 */
function hopAgent({ url }: ProxyAccess): HttpAgent {
  if (url.protocol === 'https:') return new HttpsAgent({ ...globalAgent.options, proxyEnv: undefined });
  return new HttpAgent({ keepAlive: true, scheduling: 'lifo', timeout: 5_000 });
}
