import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { readText } from './deployment-files.js';

const run = promisify(execFile);
const pollMs = 50;
const rawMs = 500;
const names = ['auth', 'api', 'console'] as const;

export type ProxyKind = 'caddy' | 'nginx';

export interface ProxiedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The ports of the two processes of each service. */
export type UpstreamPorts = Readonly<Record<(typeof names)[number], readonly [number, number]>>;

/** A proxy that runs with the configuration file for operators, on a free port and with its own certificate. */
export class ShippedProxy {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #agent: Agent;
  readonly #ca: string;

  private constructor(port: number, folder: string, child: ChildProcess, ca: string) {
    this.port = port;
    this.#folder = folder;
    this.#process = child;
    this.#ca = ca;
    this.#agent = new Agent({ ca, keepAlive: true });
  }

  static async start(kind: ProxyKind, upstreams: UpstreamPorts): Promise<ShippedProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-proxy-'));
    const [port, plainPort] = [await freePort(), await freePort()];
    const certificate = join(folder, 'site.pem');
    const subject = names.map((name) => `DNS:${name}.example.com`).join(',');
    const files = ['-keyout', join(folder, 'site.key'), '-out', certificate, '-days', '2'];
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      ...files,
      '-subj',
      '/CN=test',
      '-addext',
      `subjectAltName=${subject}`,
    ]);
    const child = await startProgram(kind, folder, { port, plainPort, upstreams });
    const proxy = new ShippedProxy(port, folder, child, await readFile(certificate, 'utf8'));
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error(`${kind} ended with ${child.exitCode}`);
      await sleep(pollMs);
    }
    return proxy;
  }

  /** Sends a request to a service. Resolves with the beginning of the answer. */
  async send(
    service: (typeof names)[number],
    path: string,
    options: ProxiedRequest = {},
    body?: string,
  ): Promise<IncomingMessage> {
    const host = `${service}.example.com`;
    const headers = { host, ...options.headers };
    return new Promise((resolve, reject) => {
      const all = {
        host: '127.0.0.1',
        port: this.port,
        servername: host,
        path,
        agent: this.#agent,
        ...options,
        headers,
      };
      request(all, resolve).on('error', reject).end(body);
    });
  }

  /**
   * Sends the parts unchanged on a separate connection, and breaks the connection half a second later. Resolves with
   * the received bytes.
   */
  async sendRaw(service: (typeof names)[number], parts: readonly string[]): Promise<string> {
    const socket = connectTls({
      host: '127.0.0.1',
      port: this.port,
      servername: `${service}.example.com`,
      ca: this.#ca,
    });
    let received = '';
    socket.setEncoding('utf8').on('data', (data: string) => (received += data));
    // The proxy may close first.
    socket.on('error', () => undefined);
    for (const part of parts) {
      socket.write(part);
      await sleep(pollMs);
    }
    await sleep(rawMs);
    socket.destroy();
    return received;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGTERM');
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly port: number;
  readonly plainPort: number;
  readonly upstreams: UpstreamPorts;
}

async function startProgram(kind: ProxyKind, folder: string, place: Place): Promise<ChildProcess> {
  const { port, plainPort, upstreams } = place;
  if (kind === 'caddy') {
    const file = readText('proxy/Caddyfile')
      .replaceAll('/certificates', folder)
      .replace('admin off', `admin off\n\thttp_port ${plainPort}`);
    await writeFile(join(folder, 'Caddyfile'), file);
    const settings = names.flatMap((name) => {
      const addresses = upstreams[name].map((each) => `127.0.0.1:${each}`).join(' ');
      const key = name.toUpperCase();
      return [
        [`${key}_HOST`, `https://${name}.example.com:${port}`],
        [`${key}_UPSTREAM`, addresses],
      ];
    });
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TLS: 'files', ...Object.fromEntries(settings) };
    return started('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], env);
  }
  const usual = { auth: [4000, 4010], api: [4001, 4011], console: [4004, 4014] } as const;
  let site = readText('proxy/nginx.conf').replaceAll('/certificates', folder);
  for (const name of names) {
    usual[name].forEach((each, index) => {
      site = site.replace(`127.0.0.1:${each} `, `127.0.0.1:${upstreams[name][index]} `);
    });
  }
  site = site
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`);
  await writeFile(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  const own = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; user root;
events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
  await writeFile(join(folder, 'nginx.conf'), own);
  return started('nginx', ['-c', join(folder, 'nginx.conf')], { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` });
}

async function started(
  program: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'ignore', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', () => reject(new Error(`${program} is needed: apt-get install ${program}`)));
  });
  return child;
}

async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
