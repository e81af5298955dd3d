import { readFile, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseDatabaseAddress, withDatabase } from '@trading-platform/database';
import { CliError } from '@trading-platform/terminal';
import type { DatabaseAddresses } from '../env.js';
import { type Finding, good, skipped, trouble } from './finding.js';

const dayMs = 86_400_000;
const leastFreeShare = 0.1;
/** If a disk will be full sooner than this, an operator must act soon, or now. */
const warnDays = 90;
const lastDays = 14;
/** A shorter time says little about the growth in a day. */
const shortestMs = 3_600_000;
const reportBytes = 1_048_576;
/** The folder in which PostgreSQL keeps its data on Debian. */
const usualFolder = '/var/lib/postgresql';
const remedy = 'Archive old slips (tpctl archive slips), or move to a larger disk';

/** The bytes of each database by its name, at an instant. */
export interface Sizes {
  readonly at: string;
  readonly bytes: Readonly<Record<string, number>>;
}

interface Disk {
  readonly name: string;
  readonly free: number;
  readonly all: number;
}

/** Measures each database and its disk. */
export async function measure(
  addresses: DatabaseAddresses,
): Promise<{ readonly sizes: Sizes; readonly disks: ReadonlyMap<string, Disk> }> {
  const { authDatabase: auth, orderingDatabase: ordering, batchDatabase: batch } = addresses;
  const bytes: Record<string, number> = {};
  const disks = new Map<string, Disk>();
  for (const [name, address] of Object.entries({ auth, ordering, batch })) {
    if (address === undefined) continue;
    const parsed = parseDatabaseAddress(address);
    const [size, folder] = parsed.dialect === 'sqlite' ? await measureFile(parsed.path) : await measureServer(address);
    bytes[name] = size;
    if (folder !== undefined) disks.set(name, await diskOf(folder));
  }
  return { sizes: { at: new Date().toISOString(), bytes }, disks };
}

/** @param earlier the sizes of an earlier run */
export function judgeGrowth(
  { sizes, disks }: Awaited<ReturnType<typeof measure>>,
  earlier: Sizes | undefined,
): readonly Finding[] {
  const found = Object.entries(sizes.bytes).map(([name, size]) =>
    good('size', `the ${name} database holds ${gigabytes(size)}`),
  );
  const byFolder = new Map([...disks.values()].map((disk) => [disk.name, disk]));
  return [...found, ...[...byFolder.values()].map(judgeRoom), ...judgeDays(sizes, disks, earlier)];
}

function judgeRoom({ name, free, all }: Disk): Finding {
  const found = `${gigabytes(free)} of the disk of ${name} are free (${Math.floor((100 * free) / all)} %)`;
  return free >= leastFreeShare * all ? good('disk', found) : trouble('disk', 'bad', found, remedy);
}

function judgeDays(sizes: Sizes, disks: ReadonlyMap<string, Disk>, earlier: Sizes | undefined): readonly Finding[] {
  if (earlier === undefined)
    return [skipped('growth', 'keep the output of "tpctl doctor --json", and name it later with --earlier')];
  const days = (Date.parse(sizes.at) - Date.parse(earlier.at)) / dayMs;
  if (days * dayMs < shortestMs) return [skipped('growth', 'the earlier output is less than an hour old')];
  return Object.entries(sizes.bytes).flatMap(([name, size]) => {
    const before = earlier.bytes[name];
    if (before === undefined) return [];
    const daily = (size - before) / days;
    const grows = `the ${name} database grows by ${gigabytes(Math.max(daily, 0))} a day`;
    const disk = disks.get(name);
    if (disk === undefined || daily <= 0) return [good('growth', grows)];
    const left = Math.floor(disk.free / daily);
    if (left >= warnDays) return [good('growth', grows)];
    const found = `${grows}, so the disk of ${disk.name} is full in ${left} days`;
    return [trouble('growth', left < lastDays ? 'bad' : 'warning', found, remedy)];
  });
}

/** Reads the output of an earlier `tpctl doctor --json`. */
export async function readEarlier(file: string): Promise<Sizes> {
  const wrong = (cause?: unknown) =>
    new CliError('input', `${file}: is not the output of "tpctl doctor --json"`, { cause });
  try {
    if ((await stat(file)).size > reportBytes) throw wrong();
    const { sizes } = JSON.parse(await readFile(file, 'utf8')) as { sizes?: Partial<Sizes> | null };
    const values = Object.values(sizes?.bytes ?? {});
    if (Number.isNaN(Date.parse(String(sizes?.at))) || values.length === 0 || !values.every(Number.isSafeInteger))
      throw wrong();
    return sizes as Sizes;
  } catch (error) {
    if (error instanceof SyntaxError) throw wrong(error);
    if (error instanceof Error && 'syscall' in error) throw new CliError('input', error.message, { cause: error });
    throw error;
  }
}

async function measureFile(path: string): Promise<readonly [number, string]> {
  const sizes = await Promise.all(
    [path, `${path}-wal`].map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return [sizes.reduce((sum, size) => sum + size, 0), dirname(path)];
}

/** The disk of a server is known only if the server is on this machine. */
async function measureServer(address: string): Promise<readonly [number, string | undefined]> {
  const options = { address, schemas: [], applicationName: 'tpctl', statementTimeoutMs: 10_000 };
  const [row] = await withDatabase(options, (database) =>
    database.query<{ size: string; isHere: boolean }>(
      `SELECT pg_database_size(current_database()) AS size,
         coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true) AS "isHere"`,
    ),
  );
  const folder = process.env['PGDATA'] ?? usualFolder;
  const isHere = row?.isHere === true && (await stat(folder).catch(() => undefined)) !== undefined;
  return [Number(row?.size), isHere ? folder : undefined];
}

async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { name: folder, free: bavail * bsize, all: blocks * bsize };
}

function gigabytes(count: number): string {
  return `${(count / 1e9).toFixed(1)} GB`;
}
