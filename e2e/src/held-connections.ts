import { readFile } from 'node:fs/promises';

const localEnd = 1;
const remoteEnd = 2;
/** This field is 0 if no process holds the connection any more, although the system still lists the connection. */
const inode = 9;

/**
 * Returns the remote ports of all connections that a local process has on the given port, whether or not data were
 * sent. Linux only.
 */
export async function heldConnections(port: number): Promise<ReadonlySet<number>> {
  const rows = (await readFile('/proc/net/tcp', 'latin1')).split('\n').slice(1);
  const fields = rows.map((row) => row.trim().split(/\s+/));
  const held = fields.filter((field) => portOf(field[localEnd]) === port && field[inode] !== '0');
  return new Set(held.map((field) => portOf(field[remoteEnd])));
}

/** @param end address and port as in the table, `0100007F:1F90` */
function portOf(end = ''): number {
  return Number.parseInt(end.slice(end.indexOf(':') + 1), 16);
}
