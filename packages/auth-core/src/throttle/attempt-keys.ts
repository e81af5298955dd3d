/** Somebody tries a password or a secret. */
export interface Attempt {
  readonly kind: 'user' | 'client';
  /** Login ID or client id, whether it exists or not. */
  readonly id: string;
  /** Network address the attempt comes from. */
  readonly address: string;
  /** The client that tries a user's password, where it has shown its secret. */
  readonly throughClient?: string | undefined;
}

/** Whom attempts are made on, or where they come from. */
export interface AttemptKey {
  readonly kind: 'user' | 'client' | 'address';
  readonly value: string;
}

/** The user or client that is tried. */
export function targetKey({ kind, id }: Attempt): AttemptKey {
  return { kind, value: id };
}

/** The network that the attempt comes from. */
export function addressKey({ address }: Attempt): AttemptKey {
  return { kind: 'address', value: networkOf(address) };
}

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv6 caller owns at least a /64, so its addresses count as one. */
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
