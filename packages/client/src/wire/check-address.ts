import { PlatformError } from '../errors/platform-error.js';

export interface AddressRules {
  /** The name of the setting. */
  readonly name: string;
  /** Paths that the client adds by itself. */
  readonly ownPaths: readonly string[];
  /** Whether passwords and tokens may go to other machines unencrypted. */
  readonly allowsHttp: boolean;
}

/**
 * The address of a service without a slash at its end.
 *
 * @throws PlatformError `settings-wrong` with the problem in a sentence
 */
export function checkAddress(text: string, rules: AddressRules): string {
  const refuse = (reason: string): never => {
    throw new PlatformError('settings-wrong', `${rules.name} ${quoted(text)} ${reason}`);
  };
  if (text.trim() === '') refuse('is empty: give the address of the service, such as https://api.example.com');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    refuse(`has no scheme: write ${isLocal(hostOf(text)) ? 'http' : 'https'}://${text}`);
  const url = parse(text) ?? refuse('is not a valid address');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    refuse(`begins with ${url.protocol}// instead of https://`);
  if (url.username !== '' || url.password !== '')
    refuse('has a user name or password in it: give them as settings of their own');
  if (url.search !== '' || url.hash !== '') refuse('has a query or a fragment: leave out what follows the path');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const extra = rules.ownPaths.find((own) => path.endsWith(own) || path.includes(`${own}/`));
  if (extra !== undefined)
    refuse(`has a path too many: leave out ${path.slice(path.indexOf(extra))}, the client adds it`);
  if (url.protocol === 'http:' && !rules.allowsHttp && !isLocal(url.hostname)) {
    refuse('would send passwords and tokens in the clear: use https, or set allowHttp if the network is trusted');
  }
  return url.origin + path;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Hides a possible password. */
function quoted(text: string): string {
  return JSON.stringify(text.replace(/\/\/[^/]*@/, '//***@'));
}

function hostOf(text: string): string {
  return text.replace(/[:/][^]*/, '');
}

/** Whether a host name from `URL` means this machine. */
export function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
