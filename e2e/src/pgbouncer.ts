import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@trading-platform/bootstrap/free-port';
import pg from 'pg';

const ready = 'process up';
/**
 * The pool must be this large because a worker that reads with several connections needs all of them at the same time.
 */
const connectionsPerDatabase = 12;

/**
 * A PgBouncer in transaction mode, in front of a PostgreSQL server. The program comes from Debian's package
 * `pgbouncer`.
 */
export class PgBouncer {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #server: URL;
  readonly #port: number;

  private constructor(process: ChildProcess, { folder, server, port }: { folder: string; server: URL; port: number }) {
    this.#process = process;
    this.#folder = folder;
    this.#server = server;
    this.#port = port;
  }

  /** @param server address of PostgreSQL, with full rights */
  static async start(server: string): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-pgbouncer-'));
    await chmod(folder, 0o755);
    const place = { folder, server: new URL(server), port: await freePort() };
    const settings = join(folder, 'pgbouncer.ini');
    await writeFile(settings, settingsOf(place));
    await writeFile(join(folder, 'users.txt'), `"${place.server.username}" "${place.server.password}"\n`);
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const bouncer = spawn('pgbouncer', [...user, settings], { stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(bouncer);
    return new PgBouncer(bouncer, place);
  }

  /** Returns the address by which a database can be reached through PgBouncer. */
  addressOf(database: string): string {
    const address = Object.assign(new URL(this.#server), { pathname: `/${database}`, port: String(this.#port) });
    return `${address.href}?pool_mode=transaction`;
  }

  /** Returns the number of transactions that went through PgBouncer, by database. */
  async transactions(): Promise<Readonly<Record<string, number>>> {
    const client = new pg.Client({ connectionString: this.addressOf('pgbouncer') });
    await client.connect();
    try {
      const { rows } = await client.query<{ database: string; total_xact_count: string }>('SHOW STATS');
      return Object.fromEntries(rows.map(({ database, total_xact_count }) => [database, Number(total_xact_count)]));
    } finally {
      await client.end();
    }
  }

  async end(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function settingsOf({ folder, server, port }: { folder: string; server: URL; port: number }): string {
  return `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
pool_mode = transaction
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
admin_users = ${server.username}
max_client_conn = 300
default_pool_size = ${connectionsPerDatabase}
`;
}

async function untilReady(bouncer: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    bouncer.once('error', () => reject(new Error('PgBouncer is needed: apt-get install pgbouncer')));
    bouncer.once('exit', () => reject(new Error(`PgBouncer ended: ${said}`)));
    bouncer.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(ready)) resolve();
    });
  });
}
