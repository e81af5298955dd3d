import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@trading-platform/database/testing/postgres';
import { AwsClient } from 'aws4fetch';
import { until } from './a-download.js';
import { endProcess } from './faults.js';

const run = promisify(execFile);
const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const storages = ['account', 'container', 'object'] as const;

/** The credentials that the server accepts. */
export const swiftKeys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' } as const;

/**
 * OpenStack Swift with its S3 interface, from the Debian package. Swift verifies signatures and regions, and supports ranges and
 * listings in pages. Version 2.30 of Swift refuses conditional writes and ignores `x-amz-checksum-crc32`. Swift needs a file
 * system with extended attributes, and the root user.
 */
export class SwiftServer {
  readonly url: string;
  readonly #folder: string;
  readonly #processes: ChildProcess[] = [];

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts a server with the bucket `segments`. */
  static async start(): Promise<SwiftServer> {
    await run('swift-ring-builder', ['--version']).catch((cause: unknown) => {
      if ((cause as { code?: unknown }).code !== 'ENOENT') return;
      throw new Error(`This test needs OpenStack Swift: apt-get install ${packages.join(' ')}`, { cause });
    });
    const folder = await mkdtemp(join(tmpdir(), 'swift-'));
    const server = new SwiftServer(folder, await freePort());
    try {
      await server.#makeStorages();
      await server.#startProxy();
      const client = new AwsClient({ ...swiftKeys, service: 's3', region: 'us-east-1' });
      const { status } = await client.fetch(`${server.url}/segments`, { method: 'PUT' });
      if (status !== 200) throw new Error(`Swift makes no bucket: ${status}`);
      return server;
    } catch (error) {
      await server.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    for (const each of this.#processes) await endProcess(each, 'SIGKILL');
    await rm(this.#folder, { recursive: true });
  }

  async #makeStorages(): Promise<void> {
    await mkdir(join(this.#folder, 'devices', 'd1'), { recursive: true });
    for (const storage of storages) {
      const port = await freePort();
      const ring = join(this.#folder, `${storage}.builder`);
      await run('swift-ring-builder', [ring, 'create', '4', '1', '0']);
      await run('swift-ring-builder', [ring, 'add', `r1z1-127.0.0.1:${port}/d1`, '1']);
      await run('swift-ring-builder', [ring, 'rebalance']);
      await this.#start(storage, [
        ...this.#common(port),
        `devices = ${join(this.#folder, 'devices')}`,
        'mount_check = false',
        'disable_fallocate = true',
        '[pipeline:main]',
        `pipeline = ${storage}-server`,
        `[app:${storage}-server]`,
        `use = egg:swift#${storage}`,
        `recon_cache_path = ${this.#folder}`,
      ]);
    }
  }

  async #startProxy(): Promise<void> {
    const filters = {
      catch_errors: [],
      gatekeeper: [],
      healthcheck: [],
      cache: ['use = egg:swift#memcache', 'memcache_servers = 127.0.0.1:9'],
      listing_formats: [],
      s3api: ['location = us-east-1', 'allow_multipart_uploads = false'],
      tempauth: ['user_test_tester = testing .admin'],
      bulk: [],
    } as const;
    await this.#start('proxy', [
      ...this.#common(Number(new URL(this.url).port)),
      '[pipeline:main]',
      `pipeline = ${Object.keys(filters).join(' ')} proxy-server`,
      '[app:proxy-server]',
      'use = egg:swift#proxy',
      'account_autocreate = true',
      ...Object.entries(filters).flatMap(([name, lines]) => [
        `[filter:${name}]`,
        ...(lines.some((line) => line.startsWith('use =')) ? lines : [`use = egg:swift#${name}`, ...lines]),
      ]),
    ]);
    const answers = () =>
      fetch(`${this.url}/healthcheck`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(answers);
  }

  #common(port: number): readonly string[] {
    return [
      '[DEFAULT]',
      'bind_ip = 127.0.0.1',
      `bind_port = ${port}`,
      'workers = 0',
      'user = root',
      `swift_dir = ${this.#folder}`,
    ];
  }

  async #start(name: string, lines: readonly string[]): Promise<void> {
    const file = join(this.#folder, `${name}.conf`);
    await writeFile(file, `${lines.join('\n')}\n`);
    this.#processes.push(spawn(`swift-${name}-server`, [file], { stdio: 'ignore' }));
  }
}
