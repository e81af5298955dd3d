import { readFile } from 'node:fs/promises';

const localEnd = 1;
const remoteEnd = 2;
/** 0 once no process has the connection any more, whatever the system still does with it. */
const inode = 9;

/** The ports of the clients whose connections a process of this machine holds on its port, whatever they have sent. Linux. */
export async function heldConnections(port: number): Promise<ReadonlySet<number>> {
  const rows = (await readFile('/proc/net/tcp', 'latin1')).split('\n').slice(1);
  const fields = rows.map((row) => row.trim().split(/\s+/));
  const held = fields.filter((field) => portOf(field[localEnd]) === port && field[inode] !== '0');
  return new Set(held.map((field) => portOf(field[remoteEnd])));
}

/** @param end address and port as the table has them, `0100007F:1F90` */
function portOf(end = ''): number {
  return Number.parseInt(end.slice(end.indexOf(':') + 1), 16);
}
