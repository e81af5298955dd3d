import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Type } from '@nestjs/common';
import { type BatchFunction, BatchWorker } from '@trading-platform/batch-engine';
import { defaultBatchAddress, openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { openDatabase } from '@trading-platform/database';
import { downloads as declared } from '@trading-platform/domain-types';
import { downloadFunction } from '@trading-platform/ordering';
import { importRecords, openOrderingPorts, orderingSchema, removeRecords } from '@trading-platform/ordering/typeorm';
import { startService } from '@trading-platform/service';
import type { FastifyInstance } from 'fastify';
import { ApiModule } from '../src/app.module.js';
import type { ServedDownload } from '../src/batches/served-download.js';
import { apiSettings, readEnv } from '../src/env.js';
import { apiDownloads } from '../src/features/download/api-downloads.js';
import { configureHttp } from '../src/http/configure-http.js';
import { TokenIssuer } from './token-issuer.js';

/** The member for which most tests call, and a member without any relation to this member. */
export const ownMember = '10000001';
export const otherMember = '20000002';

export interface CallOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** The parts that a test adds to a data API. */
export interface Additions {
  readonly controllers?: readonly Type[];
  readonly downloads?: readonly ServedDownload[];
  /** The functions whose batches the worker of this data API produces. */
  readonly functions?: readonly BatchFunction[];
}

type LoadLines = (kind: Parameters<typeof importRecords>[0], lines: readonly object[]) => Promise<void>;

/** A data API that runs in this process, with a worker, a token issuer, and its own database with a small market. */
export class RunningApi {
  readonly base: string;
  /** The address of the database, so that a test can run a second data API with the same data. */
  readonly address: string;
  readonly issuer: TokenIssuer;
  readonly worker: BatchWorker;
  /** The routes of all handlers, such as `post /ordApi/order/fc/price`. */
  readonly routes: readonly string[];
  /** Adds records to the market, one for each line. */
  readonly load: LoadLines;
  /** Removes records. Each given line contains the key of a record to remove. */
  readonly remove: LoadLines;
  readonly #token: string;
  readonly #close: () => Promise<void>;

  private constructor(
    base: string,
    address: string,
    issuer: TokenIssuer,
    worker: BatchWorker,
    routes: readonly string[],
    load: LoadLines,
    remove: LoadLines,
    token: string,
    close: () => Promise<void>,
  ) {
    this.base = base;
    this.address = address;
    this.issuer = issuer;
    this.worker = worker;
    this.routes = routes;
    this.load = load;
    this.remove = remove;
    this.#token = token;
    this.#close = close;
  }

  static async start(
    settings: Readonly<Record<string, string>> = {},
    { controllers = [], downloads = [], functions = [] }: Additions = {},
  ): Promise<RunningApi> {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-api-'));
    const address = settings['ORDERING_DATABASE_URL'] ?? `sqlite:${join(folder, 'ordering.sqlite')}`;
    const issuer = await TokenIssuer.start();
    const env = readEnv({
      API_PORT: '0',
      ORDERING_DATABASE_URL: address,
      AUTH_ISSUER: issuer.address,
      AUTH_JWKS_URL: issuer.address,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      ...settings,
    });
    const module = ApiModule.with(env, [...apiDownloads, ...downloads]);
    const http = configureHttp(env);
    const routes: string[] = [];
    const service = await startService({
      name: 'api',
      version: '0.0.0',
      settings: apiSettings,
      module: { ...module, controllers: [...(module.controllers ?? []), ...controllers] },
      env,
      ...http,
      configure: (application) => {
        collectRoutes(application.getHttpAdapter().getInstance(), routes);
        return http.configure?.(application);
      },
    }).catch(async (error: unknown) => {
      await issuer.stop();
      throw error;
    });
    const database = await openDatabase({ address, schemas: [orderingSchema] });
    await importLines(database, 'members', members);
    await importLines(
      database,
      'master',
      Array.from({ length: 30 }, (_, index) => masterLine(index + 1)),
    );
    const storage = await openBatchStorage({ address: defaultBatchAddress(address) });
    const { masterSource, tradeSource } = openOrderingPorts(database);
    const worker = new BatchWorker({
      ...storage,
      functions: [
        downloadFunction(declared.master, masterSource),
        downloadFunction(declared.trade, tradeSource),
        ...functions,
      ],
      settings: { pollMs: 10 },
    });
    worker.start();
    const close = async () => {
      await worker.stop();
      await service.stop();
      await issuer.stop();
      await storage.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    };
    const load: LoadLines = (kind, lines) => importLines(database, kind, lines);
    const remove: LoadLines = async (kind, lines) => {
      await removeRecords(kind, database, fileOf(lines));
    };
    const base = `http://127.0.0.1:${service.port}`;
    return new RunningApi(base, address, issuer, worker, routes, load, remove, await issuer.sign(), close);
  }

  stop(): Promise<void> {
    return this.#close();
  }

  /** Sends a call with a JSON body to the given path after the prefix. With `token: undefined`, the call has no access token. */
  call(path: string, body: unknown, options: CallOptions = {}): Promise<Response> {
    const token = 'token' in options ? options.token : this.#token;
    return fetch(`${this.base}/ordApi/order${path}`, {
      method: options.method ?? 'POST',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** Requests a master download and waits for its end. */
  async finishedBatch(body: object = {}, options: CallOptions = {}): Promise<string> {
    const { batch_id } = (await (await this.call('/master/download/buy/request', body, options)).json()) as {
      batch_id: string;
    };
    for (;;) {
      const answer = await this.call('/master/download/buy/check', { batch_id }, options);
      const { batch_flg } = (await answer.json()) as { batch_flg: string };
      if (batch_flg !== '1' && batch_flg !== '2') return batch_id;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Collects the routes of all handlers, except the routes that only refuse wrong methods. */
function collectRoutes(fastify: FastifyInstance, routes: string[]): void {
  fastify.addHook('onRoute', ({ method, url, onRequest }) => {
    if (onRequest !== undefined) return;
    for (const one of [method].flat()) routes.push(`${one.toLowerCase()} ${url}`);
  });
}

const members = [
  { member_code: ownMember, member_name: '本部' },
  { member_code: '10000002', member_name: '店舗', head_office_member_code: ownMember },
  { member_code: otherMember, member_name: '他社' },
  { member_code: '30000003', member_name: '卸' },
];

function masterLine(number: number): object {
  return {
    member_code: ownMember,
    member_code_partner: '30000003',
    buy: [{ item_id: `item-${String(number).padStart(3, '0')}`, item_name: `商品${number}` }],
    catalog: [{ catalog_id: `catalog-${number}`, item_id: `item-${String(number).padStart(3, '0')}` }],
  };
}

async function importLines(
  database: Parameters<typeof importRecords>[1],
  kind: Parameters<typeof importRecords>[0],
  lines: readonly object[],
): Promise<void> {
  const summary = await importRecords(kind, database, fileOf(lines));
  if (summary.refused > 0) throw new Error(JSON.stringify(summary.refusals));
}

function fileOf(lines: readonly object[]): Readable {
  return Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)));
}
