/**
 * Starts, stops and restarts the units of /etc/systemd/system on a machine without systemd: with their settings, their
 * credentials, and a user without rights. Other restrictions of a unit are not applied here; `systemd-analyze verify`
 * checks them.
 *
 *   node systemctl.mjs STATE-FOLDER daemon-reload|start|stop|restart|enable|is-active [--now] UNIT…
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [state = '', verb = '', ...parameters] = process.argv.slice(2);
const units = parameters.filter((parameter) => !parameter.startsWith('--'));
const userId = 61_184;
const pollMs = 50;

/** @param {string} unit */
const bare = (unit) => unit.replace(/\.service$/, '');

/** @param {string} unit */
function read(unit) {
  const folder = '/etc/systemd/system';
  const files = [
    join(folder, `${unit}.service`),
    ...globSync(`${unit}.service.d/*.conf`, { cwd: folder }).map((file) => join(folder, file)),
  ];
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  /** @param {string} key */
  const valuesOf = (key) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  return valuesOf;
}

/** @param {string} text of an environment file, or of a line */
const variables = (text) =>
  Object.fromEntries(
    text
      .split(/\s+/)
      .filter((word) => /^[A-Z_]+=/.test(word))
      .map((word) => word.split(/=(.*)/s).slice(0, 2)),
  );

/** @param {string} unit */
async function start(unit) {
  const valuesOf = read(unit);
  const credentials = join(state, 'credentials', unit);
  mkdirSync(credentials, { recursive: true });
  for (const line of valuesOf('LoadCredential')) {
    const [name = '', source = ''] = line.split(':');
    rmSync(join(credentials, name), { force: true });
    copyFileSync(source, join(credentials, name));
    chmodSync(join(credentials, name), 0o444);
  }
  const home = join(state, 'homes', unit);
  mkdirSync(home, { recursive: true });
  chownSync(home, userId, userId);
  const env = {
    HOME: home,
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
    ...Object.assign({}, ...valuesOf('Environment').map((line) => variables(line.replaceAll('%d', credentials)))),
    ...Object.assign({}, ...valuesOf('EnvironmentFile').map((file) => variables(readFileSync(file, 'utf8')))),
  };
  const command = (valuesOf('ExecStart')[0] ?? '').split(' ');
  const rights = [`--reuid=${userId}`, `--regid=${userId}`, '--clear-groups', '--no-new-privs'];
  const log = openSync(join(state, `${unit}.log`), 'a');
  const child = spawn('setpriv', [...rights, ...command], {
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  if (valuesOf('Type')[0] === 'oneshot') return (await once(child, 'exit'))[0] === 0;
  await once(child, 'spawn');
  writeFileSync(join(state, `${unit}.pid`), String(child.pid));
  child.unref();
  return true;
}

/** @param {string} unit */
function processOf(unit) {
  const file = join(state, `${unit}.pid`);
  const id = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  // A process is a zombie if it has ended and its parent has not read its exit code.
  const isAlive = id > 0 && existsSync(`/proc/${id}/stat`) && !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  return isAlive ? id : undefined;
}

/**
 * The cluster of Debian's package is started by Debian's own program.
 *
 * @param {string} how
 */
function controlPostgres(how) {
  const [version = ''] = globSync('*', { cwd: '/etc/postgresql' });
  const flags = how === 'start' ? [] : ['-m', 'fast'];
  return spawnSync('pg_ctlcluster', [version, 'main', how, ...flags], { stdio: 'inherit' }).status === 0;
}

/** @param {string} unit */
async function stop(unit) {
  const id = processOf(unit);
  if (id !== undefined) process.kill(id, 'SIGTERM');
  while (processOf(unit) !== undefined) await sleep(pollMs);
  return true;
}

/** @type {Record<string, (unit: string) => Promise<boolean>>} */
const verbs = {
  'daemon-reload': async () => true,
  start,
  enable: parameters.includes('--now') ? start : async () => true,
  stop,
  restart: async (unit) => (await stop(unit)) && start(unit),
  'is-active': async (unit) => processOf(unit) !== undefined,
};

const act = verbs[verb];
if (act === undefined) throw new Error(`systemctl ${verb} is not known here`);
for (const unit of units) {
  const done = bare(unit) === 'postgresql' ? controlPostgres(verb) : await act(bare(unit));
  if (!done) process.exitCode = 1;
}
