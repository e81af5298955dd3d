/** An attempt to use a password, a client secret, a code of a second factor, or the code that a device shows. */
export interface Attempt {
  readonly kind: 'user' | 'client' | 'factor' | 'device';
  /**
   * The login ID or client id of the attempt, even if no such user or client exists. For a second factor, the `sub` of the user.
   * For the code of a device, the id of the browser.
   */
  readonly id: string;
  /** The network address from which the attempt comes. */
  readonly address: string;
  /** The client through which a user's password is tried, if the client has proved its identity with its secret. */
  readonly throughClient?: string | undefined;
}

/** The target of attempts (a user or client), or their source (a network). */
export interface AttemptKey {
  readonly kind: Attempt['kind'] | 'address' | 'factor-address' | 'device-address';
  readonly value: string;
}

/** Returns the key of the user or client whose password or secret is tried. */
export function targetKey({ kind, id }: Attempt): AttemptKey {
  return { kind, value: id };
}

/** Returns the key of the network from which the attempt comes. Codes of second factors and of devices have counts of their own. */
export function addressKey({ kind, address }: Attempt): AttemptKey {
  return { kind: ownCounts[kind] ?? 'address', value: networkOf(address) };
}

const ownCounts: Readonly<Partial<Record<Attempt['kind'], AttemptKey['kind']>>> = {
  factor: 'factor-address',
  device: 'device-address',
};

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv6 caller owns at least a /64 network, so all addresses of such a network count as one. */
export function networkOf(address: string): string {
  const mapped = ipv4Mapped.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
