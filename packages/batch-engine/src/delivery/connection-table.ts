import { open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** The numbers that the operating system's connection table uses for some states. */
export const connectionState = { established: 1, closeWait: 8, timeWait: 6, closing: 11 } as const;

/**
 * The state of a connection in the operating system. The operating system keeps this entry for some time after the process has
 * closed the connection.
 */
export interface FoundConnection {
  readonly state: number;
  /**
   * The number of bytes that the other side has not acknowledged. If this process has ended the connection, the end signal (FIN)
   * counts as one byte.
   */
  readonly unacknowledgedBytes: number;
}

/** Finds connections by the names that `connectionName` gives them. Connections that do not exist are omitted from the result. */
export type ConnectionTable = (names: ReadonlySet<string>) => Promise<ReadonlyMap<string, FoundConnection>>;

/**
 * Reads the connection table of this operating system, or undefined if the system does not show which bytes were acknowledged.
 */
export const systemConnectionTable: ConnectionTable | undefined = process.platform === 'linux' ? findInProc : undefined;

/** Returns both addresses of a connection in the form of the table, or undefined if the socket no longer has addresses. */
export function connectionName({ localAddress, localPort, remoteAddress, remotePort }: Socket): string | undefined {
  if (localAddress === undefined || remoteAddress === undefined) return undefined;
  return `${endName(localAddress, localPort ?? 0)} ${endName(remoteAddress, remotePort ?? 0)}`;
}

const tables = [
  { path: '/proc/net/tcp', nameLength: '0100007F:1F90 0100007F:1F90'.length },
  { path: '/proc/net/tcp6', nameLength: ':1F90 :1F90'.length + 2 * 32 },
] as const;

async function findInProc(names: ReadonlySet<string>): Promise<ReadonlyMap<string, FoundConnection>> {
  const found = new Map<string, FoundConnection>();
  const lengths = new Set(Array.from(names, ({ length }) => length));
  for (const { path, nameLength } of tables) {
    if (lengths.has(nameLength)) await findInFile(path, nameLength, names, found);
  }
  return found;
}

/** The size of the buffer, which is greater than any result of a single read of the table. */
const pageBytes = 8 * 1024;

/** Yields the pages of a table. A page has about twenty lines, and one page is read in each turn of the event loop. */
async function* pagesOf(path: string): AsyncGenerator<string, void, undefined> {
  const file = await open(path);
  try {
    // All pages share one buffer. A stream would allocate 64 kB for each page, which adds up to megabytes if there are many
    // connections.
    const page = Buffer.allocUnsafeSlow(pageBytes);
    for (;;) {
      const { bytesRead } = await file.read(page);
      if (bytesRead === 0) return;
      yield page.toString('latin1', 0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function findInFile(
  path: string,
  nameLength: number,
  names: ReadonlySet<string>,
  found: Map<string, FoundConnection>,
): Promise<void> {
  let rest = '';
  for await (const text of pagesOf(path)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const start = line.indexOf(': ') + 2;
      const name = line.slice(start, start + nameLength);
      if (!names.has(name)) continue;
      const [state = '', queues = ''] = line.slice(start + nameLength + 1).split(' ', 2);
      found.set(name, { state: Number.parseInt(state, 16), unacknowledgedBytes: Number.parseInt(queues, 16) });
    }
  }
}

const isLittleEndian = endianness() === 'LE';

/** Writes the address as 32-bit numbers in the machine's byte order. */
function endName(address: string, port: number): string {
  const bytes = Buffer.from(address.includes(':') ? bytesOfIpv6(address) : bytesOfIpv4(address));
  const hex = (isLittleEndian ? bytes.swap32() : bytes).toString('hex');
  return `${hex}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

function bytesOfIpv4(address: string): number[] {
  return address.split('.').map(Number);
}

function bytesOfIpv6(address: string): number[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const start = groupsOf(head);
  const end = tail === undefined ? [] : groupsOf(tail);
  return [...start, ...Array<number>(16 - start.length - end.length).fill(0), ...end];
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return bytesOfIpv4(group);
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 0xff];
  });
}
