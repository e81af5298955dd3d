/** Whose failures are counted together, and which limit holds for them. */
export interface AttemptKey {
  readonly kind: 'user' | 'address' | 'client';
  readonly value: string;
}

export function userKey(userId: string): AttemptKey {
  return { kind: 'user', value: userId };
}

export function clientKey(clientId: string): AttemptKey {
  return { kind: 'client', value: clientId };
}

/** An IPv6 caller owns at least a /64, so its addresses count as one. */
export function addressKey(address: string): AttemptKey {
  return { kind: 'address', value: address.includes(':') ? ipv6Network(address) : address };
}

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function ipv6Network(address: string): string {
  const mapped = ipv4Mapped.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
