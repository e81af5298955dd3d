import { BlockList, isIP } from 'node:net';
import { PlatformError } from '../errors/platform-error.js';
import { isLocal } from '../wire/check-address.js';

/** The proxy for calls to an address. */
export interface Proxy {
  /** The address of the proxy, such as `http://proxy.example:3128`. The password is hidden. */
  readonly address: string;
  /** The environment variable that names the proxy. */
  readonly variable: string;
}

/** A proxy with its credentials. */
export interface ProxyAccess extends Proxy {
  /** The address of the proxy, without user and password. */
  readonly url: URL;
  /** The value of `Proxy-Authorization`; undefined without a user. */
  readonly authorization: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for calls to an address: the proxy of `HTTPS_PROXY` or of `HTTP_PROXY`, by the scheme of the
 * address. Returns undefined if this variable is not set, if the address is on this machine, or if `NO_PROXY` lists the
 * host. Entries of `NO_PROXY` are names (with all their subdomains), addresses and networks (`10.0.0.0/8`), each with an
 * optional port, or `*` for all hosts. A lower-case variable overrides the upper-case variable.
 *
 * @throws PlatformError `settings-wrong` if the variable does not name an HTTP proxy
 */
export function proxyFor(address: string, environment: Environment = process.env): Proxy | undefined {
  return proxyAccess(address, environment);
}

/** Like `proxyFor`, but the result contains the credentials too. */
export function proxyAccess(address: string, environment: Environment = process.env): ProxyAccess | undefined {
  const scheme = address.slice(0, address.indexOf(':')).toLowerCase();
  const [variable, text] = found(`${scheme}_proxy`, environment);
  if (text === '') return undefined;
  const target = new URL(address);
  if (isLocal(target.hostname) || isExempt(target, found('no_proxy', environment)[1])) return undefined;
  return readProxy(text, variable);
}

/** The name and value of a variable; an empty value counts as unset. */
function found(name: string, environment: Environment): readonly [string, string] {
  for (const variable of [name, name.toUpperCase()]) {
    const text = environment[variable]?.trim();
    if (text !== undefined && text !== '') return [variable, text];
  }
  return [name.toUpperCase(), ''];
}

function readProxy(text: string, variable: string): ProxyAccess {
  const written = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new PlatformError('settings-wrong', `${variable} does not name an HTTP proxy`, {
      advice: `Write http://HOST:PORT or http://USER:PASSWORD@HOST:PORT into ${variable}.`,
    });
  }
  const { username, password, protocol, host } = url;
  const user = username === '' && password === '' ? undefined : `${decoded(username)}:${decoded(password)}`;
  Object.assign(url, { username: '', password: '' });
  return {
    address: `${protocol}//${username}${password === '' ? '' : ':***'}${user === undefined ? '' : '@'}${host}`,
    variable,
    url,
    authorization: user === undefined ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  };
}

/** A `%` that does not start an encoded byte is a literal `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function isExempt({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const host = bare(hostname);
  return noProxy.split(/[\s,]+/).some((entry) => {
    const { name, entryPort } = readEntry(entry);
    if (name === '' || (entryPort !== undefined && entryPort !== (port || defaultPorts[protocol]))) return false;
    return name === '*' || host === name || host.endsWith(`.${name}`) || isInNetwork(host, name);
  });
}

/** A host with an optional port. An IPv6 address contains colons, and needs brackets before a port. */
function readEntry(entry: string): { readonly name: string; readonly entryPort: string | undefined } {
  const [, host = entry, entryPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  return { name: bare(host.replace(/^\*?\./, '')), entryPort };
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function isInNetwork(host: string, network: string): boolean {
  const [base = '', bits = ''] = network.split('/', 2);
  const version = isIP(host);
  if (version === 0 || version !== isIP(base) || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128))
    return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(base, Number(bits), family);
  return list.check(host, family);
}
