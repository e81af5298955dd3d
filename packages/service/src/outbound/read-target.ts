import { isIP } from 'node:net';
import { errorText } from '@trading-platform/domain-types/error-texts';
import type { AddressRule } from './address-rule.js';
import { GuardedCallError } from './guarded-call-error.js';

/** Strangers can choose addresses that the platform calls. These rules say which of them it may call. */
export interface TargetRules {
  readonly addresses: AddressRule;
  /** Whether http is allowed in addition to https. For development only. */
  readonly allowHttp: boolean;
}

/** The parts of an address that a stranger has chosen. */
export interface Target {
  readonly url: URL;
  readonly secure: boolean;
  /** The name without brackets and without a dot at its end. */
  readonly host: string;
  readonly port: number;
  /** Whether `host` is an IP address: an IPv4 address in four decimal parts, or an IPv6 address. */
  readonly isAddress: boolean;
}

const charactersAtMost = 2_000;
const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };
/** Parsers of addresses remove these characters or treat them as other characters, each parser in its own way. */
const ambiguous = /[\p{Cc}\p{Z}\\]/u;

/**
 * Reads an address that a stranger has chosen. An IP address in any spelling (decimal, octal, hexadecimal, short, with
 * wide digits) is checked as the address that it means. A name is checked only when it is resolved.
 *
 * @throws GuardedCallError `url-refused`; `address-refused` for an IP address that is not allowed
 */
export function readTarget(text: string, { addresses, allowHttp }: TargetRules): Target {
  if (Array.from(text).length > charactersAtMost)
    throw refused(errorText('addressCharacters', { most: charactersAtMost }));
  const url = URL.parse(text);
  const protocols = allowHttp ? ['https:', 'http:'] : ['https:'];
  if (url === null || ambiguous.test(text) || !/^https?:\/\/[^/]/i.test(text)) {
    throw refused(errorText('addressForm'));
  }
  if (!protocols.includes(url.protocol)) throw refused(errorText('addressHttps'));
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) throw refused(errorText('addressUser'));
  if (text.includes('#')) throw refused(errorText('addressFragment'));
  const port = url.port === '' ? defaultPorts[url.protocol]! : Number(url.port);
  if (port !== 443 && port <= 1_023) throw refused(errorText('addressPort'));
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isAddress = isIP(host) !== 0;
  if (isAddress && !addresses.allows(host)) throw addressRefused();
  return { url, secure: url.protocol === 'https:', host, port, isAddress };
}

/** The error for an address that is not allowed. */
export function addressRefused(): GuardedCallError {
  return new GuardedCallError('address-refused', errorText('addressRefused'));
}

function refused(message: string): GuardedCallError {
  return new GuardedCallError('url-refused', message);
}
