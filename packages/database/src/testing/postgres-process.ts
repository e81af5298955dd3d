/**
 * Runs one embedded PostgreSQL server until its standard input is closed. The server therefore never runs longer than the process
 * that started it, in whatever way that process ends. The function `startPostgres` starts this program.
 *
 * Standard input contains one JSON object (`PostgresProcessOptions`) on the first line, and then one command on each line
 * (`stop`, `kill` or `start`). Standard output contains one JSON line for each state: `{"url":"…"}` or `{"error":"…"}`. The first
 * line comes when the server is ready. If the server ends by itself, this process ends too, with the exit code 1.
 */
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createDatabases } from './create-databases.js';
import { freePort } from './free-port.js';
import { PostgresCluster } from './postgres-cluster.js';
import { copyPrograms, findPostgresPrograms, isReachableByAll, type PostgresPrograms } from './postgres-programs.js';
import { type PostgresUser, postgresUser } from './postgres-user.js';
import type { PostgresProcessOptions } from './start-postgres.js';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const firstLine = await lines.next();
if (firstLine.done === true) process.exit(1);
const options = JSON.parse(firstLine.value) as PostgresProcessOptions;
/** The temporary files and folders, which are removed at the end. */
const temporary: string[] = [];

let cluster: PostgresCluster | undefined;
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void end(0));
try {
  cluster = await makeCluster();
  await cluster.initialise();
  await cluster.start();
  await createDatabases(cluster.url, options.databases ?? []);
  report({ url: cluster.url });
} catch (error) {
  report(failure(error));
  await end(1);
}

const commands: Record<string, (server: PostgresCluster) => Promise<void>> = {
  start: (server) => server.start(),
  stop: (server) => server.stop(),
  kill: (server) => server.kill(),
};
for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
  const command = commands[line.value];
  if (command === undefined || cluster === undefined) continue;
  await command(cluster).then(
    () => report({}),
    (error: unknown) => report(failure(error)),
  );
}
await end(0);

async function makeCluster(): Promise<PostgresCluster> {
  const user = await postgresUser();
  const found = await findPostgresPrograms();
  const programs = user === undefined || (await isReachableByAll(found.postgres)) ? found : await copyForAll(found);
  return new PostgresCluster({
    programs,
    user,
    directory: options.directory === undefined ? await temporaryFolder() : await usableFolder(options.directory, user),
    port: options.port ?? (await freePort()),
    password: options.password ?? 'postgres',
    durable: options.durable ?? false,
    onEnd(how) {
      process.stderr.write(`PostgreSQL ended by itself (${how}).\n`);
      void end(1);
    },
  });
}

/** The programs are copied if the repository is in a private folder of the root user. */
async function copyForAll(found: PostgresPrograms): Promise<PostgresPrograms> {
  const { folder, ...programs } = await copyPrograms(found);
  temporary.push(folder);
  await chmod(folder, 0o755);
  return programs;
}

/**
 * The user of the server must be able to reach its folder. A private folder of the root user cannot be reached, so the server
 * gets another folder, which is not removed.
 */
async function usableFolder(directory: string, user: PostgresUser | undefined): Promise<string> {
  const path = resolve(directory);
  if (user === undefined || (await isReachableByAll(path))) return path;
  return join('/var/tmp', `trading-platform-postgres-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`);
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-postgres-'));
  temporary.push(folder);
  return folder;
}

async function end(code: number): Promise<never> {
  await cluster?.stop();
  for (const folder of temporary) await rm(folder, { recursive: true, force: true });
  process.exit(code);
}

function failure(error: unknown): { error: string } {
  const message = error instanceof Error ? error.message : String(error);
  return { error: `${message}\n${cluster?.log ?? ''}`.trimEnd() };
}

function report(state: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(state)}\n`);
}
