import { BlockList, isIP } from 'node:net';
import { PlatformError } from '../errors/platform-error.js';
import { isLocal } from '../wire/check-address.js';

/** The proxy that calls to an address go through. */
export interface Proxy {
  /** Such as `http://proxy.example:3128`; a password is hidden. */
  readonly address: string;
  /** The variable that names it. */
  readonly variable: string;
}

/** A proxy, and how it is talked to. */
export interface ProxyAccess extends Proxy {
  /** Without user and password. */
  readonly url: URL;
  /** What `Proxy-Authorization` says; undefined without a user. */
  readonly authorization: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that `HTTPS_PROXY` or `HTTP_PROXY` names for an address, by its scheme; undefined where none is named, for this machine itself,
 * and for what `NO_PROXY` lists: names with all below them, addresses, networks (`10.0.0.0/8`), each perhaps with a port, or `*`. A
 * variable in lower case goes before the same in upper case.
 *
 * @throws PlatformError `settings-wrong` if the variable does not name an HTTP proxy
 */
export function proxyFor(address: string, environment: Environment = process.env): Proxy | undefined {
  return proxyAccess(address, environment);
}

/** As `proxyFor`, with secrets. */
export function proxyAccess(address: string, environment: Environment = process.env): ProxyAccess | undefined {
  const scheme = address.slice(0, address.indexOf(':')).toLowerCase();
  const [variable, text] = found(`${scheme}_proxy`, environment);
  if (text === '') return undefined;
  const target = new URL(address);
  if (isLocal(target.hostname) || isExempt(target, found('no_proxy', environment)[1])) return undefined;
  return readProxy(text, variable);
}

/** The name and the value of a variable; an empty one is as if absent. */
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

/** A `%` that begins no byte stands for itself. */
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

/** A host, perhaps with a port; an IPv6 address has colons of its own, and brackets where a port follows. */
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
