import type { Resolver } from 'node:dns/promises';
import type { AddressRule } from './address-rule.js';
import { GuardedCallError } from './guarded-call-error.js';
import { addressRefused, type Target } from './read-target.js';

/** The part of a DNS resolver that is used here. */
export type AddressResolver = Pick<Resolver, 'resolve4' | 'resolve6'>;

const loopback: readonly string[] = ['127.0.0.1'];
/** DNS has no address of this kind for the name, or does not know the name at all. */
const noAddress: readonly string[] = ['ENODATA', 'ENOTFOUND'];

/**
 * Resolves a target and returns the one IP address to connect to. All addresses of the name must be allowed. Otherwise
 * an attacker could add one allowed address to a forbidden address. The files of this machine (`/etc/hosts`) are not
 * read: `localhost` is this machine (RFC 6761), and every other name is resolved by DNS.
 *
 * @throws GuardedCallError `name-unknown`, `address-refused`
 */
export async function resolveTarget(
  { host, isAddress }: Target,
  addresses: AddressRule,
  resolver: AddressResolver,
): Promise<string> {
  const found = isAddress ? [host] : isLocalhost(host) ? loopback : await resolveName(host, resolver);
  if (!found.every((address) => addresses.allows(address))) throw addressRefused();
  return found[0]!;
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** IPv4 addresses come first, because many networks do not support IPv6. */
async function resolveName(host: string, resolver: AddressResolver): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const failures = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as { code?: string }] : [],
  );
  const isUnknown = failures.every(({ code = '' }) => noAddress.includes(code));
  const message = isUnknown ? 'has a name that DNS does not know' : 'has a name that DNS could not resolve now';
  throw new GuardedCallError('name-unknown', message, { cause: failures[0] });
}
