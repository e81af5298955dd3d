import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** All public IPv6 addresses are in this network; all other addresses are reserved (RFC 4291, IANA). */
const global6: Network = ipaddr.parseCIDR('2000::/3');

/** Networks that are not public, although the library does not list them as such. */
const alsoNotPublic: readonly Network[] = [
  // The metadata service of Azure.
  '168.63.129.16/32',
  // Documentation (RFC 9637).
  '3fff::/20',
].map((network) => ipaddr.parseCIDR(network));

/**
 * Decides which IP addresses the platform may call if strangers have chosen the address: public addresses, addresses in
 * named networks, or both. An IPv4 address inside an IPv6 address (mapped, NAT64, 6to4, Teredo) is never public.
 */
export class AddressRule {
  readonly #public: boolean;
  readonly #networks: readonly Network[];

  private constructor(parts: readonly string[]) {
    this.#public = parts.includes('public');
    this.#networks = parts.filter((part) => part !== 'public').map((network) => ipaddr.parseCIDR(network));
  }

  /** Reads a list such as `public,10.1.0.0/16`. Returns undefined if a part is neither `public` nor a network. */
  static read(text: string): AddressRule | undefined {
    const parts = text.split(',').map((part) => part.trim());
    return parts.every((part) => part === 'public' || isNetwork(part)) ? new AddressRule(parts) : undefined;
  }

  /** @param address an IPv4 address in four decimal parts, or an IPv6 address */
  allows(address: string): boolean {
    const parsed = ipaddr.parse(address);
    return (this.#public && isPublic(parsed)) || this.#networks.some((network) => isIn(parsed, network));
  }
}

function isNetwork(text: string): boolean {
  return /^(\d+\.){3}\d+\/\d+$|^[\da-f:]+\/\d+$/i.test(text) && ipaddr.isValidCIDR(text);
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv6' && !isIn(address, global6)) return false;
  return address.range() === 'unicast' && !alsoNotPublic.some((network) => isIn(address, network));
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
