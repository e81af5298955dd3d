import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, gzipSync } from 'node:zlib';
import { FakeEvents } from './fake-events.js';
import type { FakeRecords, FakeSnapshot } from './fake-records.js';
import { FakeTokens } from './fake-tokens.js';

/** A call as the platform received it. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, string>>;
}

/** May answer a call instead of the fake platform. Returns whether it has answered. */
export type Disturbance = (call: SeenCall, response: ServerResponse) => boolean;

interface FakeBatch {
  readonly batchId: string;
  readonly path: string;
  readonly snapshot: FakeSnapshot | undefined;
}

const apiPrefix = '/ordApi/order';

/**
 * For the path of each function: the name of the array in the answer to a `get` call. The default is `result_list`.
 */
const arrayNames: Readonly<Record<string, string>> = { '/master/download/buy': 'master', '/trade/download': 'trade' };

/** The array of each list. */
const listNames: Readonly<Record<string, string>> = {
  '/partner/list': 'partner_list',
  '/ordermaster/list': 'catalog_list',
  '/deliveryplace/list': 'delivery_place_list',
  '/order/list': 'order_list',
};

/**
 * A fake platform on one port. It issues tokens of all kinds, sends gzip bodies with a checksum, and supports
 * acknowledgements, lists and events. It has one batch with `recordCount` records for any download, and the batch is finished
 * at the third check. Each of its `disturbances` answers one call instead.
 */
export class FakePlatform {
  recordCount = 10;
  /** The records in the answer of the get step of an upload or a trade update. */
  uploadResults: readonly object[] = [];
  /** `X-Ignored-Fields` of every answer of the data API. */
  ignoredFields = '';
  /** Elements of every list. */
  listElements: readonly object[] = [];
  /**
   * The values of `batch_flg` in the next checks. After these checks, the batch is finished. If the list is empty and a
   * request may wait, its batch is finished at once.
   */
  states = ['1', '2'];
  /** The maximum number of records in one get answer. */
  recordsPerGet = Number.POSITIVE_INFINITY;
  /** The number of remaining calls until the count restarts. If undefined, calls are not counted. */
  callsLeft: number | undefined;
  callPeriodSeconds = 60;
  /** Called before each answer. The answer waits until this function has finished. */
  beforeAnswer: ((call: SeenCall) => Promise<unknown> | undefined) | undefined;
  readonly calls: SeenCall[] = [];
  readonly disturbances: Disturbance[] = [];
  /** Records of downloads with changes, by the path of the function, such as `/trade/download`. */
  readonly followed = new Map<string, FakeRecords>();
  readonly events = new FakeEvents();
  readonly tokens = new FakeTokens();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #batches = new Map<string, FakeBatch>();

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The calls to paths that end with this text. */
  callsTo(end: string): SeenCall[] {
    return this.calls.filter(({ path }) => path.endsWith(end));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const body = (
      isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}')
    ) as SeenCall['body'];
    const call = { method: request.method ?? '', path, query, headers: request.headers, body };
    this.calls.push(call);
    const [disturbance] = this.disturbances;
    if (disturbance?.(call, response)) {
      this.disturbances.shift();
      return;
    }
    await this.beforeAnswer?.(call);
    if (isForm) {
      const { status, body: answer } = this.tokens.answer(path, body);
      send(response, status, answer);
    } else this.#answerData(call, response);
  }

  #answerData(call: SeenCall, response: ServerResponse): void {
    if (!this.tokens.isGood(call.headers.authorization)) {
      return send(response, 401, refusal('E100002', '', 'Get a new token.'));
    }
    if (this.ignoredFields !== '') response.setHeader('x-ignored-fields', this.ignoredFields);
    if (this.callsLeft !== undefined) {
      const isTooMany = this.callsLeft-- <= 0;
      response.setHeader('ratelimit-remaining', Math.max(0, this.callsLeft));
      response.setHeader('ratelimit-reset', this.callPeriodSeconds);
      if (isTooMany)
        return send(response, 429, refusal('E100003', '', 'Wait.'), {
          'retry-after': String(this.callPeriodSeconds),
        });
    }
    const path = call.path.slice(apiPrefix.length);
    const step = /^(.+)\/(request|check|get)$/.exec(path);
    if (step !== null) return this.#answerStep(step[1] as string, step[2] as string, call, response);
    const listName = listNames[path];
    if (listName !== undefined) return this.#answerList(listName, call.body, response);
    if (path === '/batches') return this.#answerList('batch_list', call.body, response);
    if (path.startsWith('/batches/')) return this.#answerBatch(call, response);
    if (path === '/events') return void this.#answerEvents(call, response);
    send(response, 400, refusal('E000002', 'some_field', 'Send a number.'));
  }

  #answerStep(path: string, step: string, call: SeenCall, response: ServerResponse): void {
    switch (step) {
      case 'request':
        return this.#answerRequest(path, call, response);
      case 'check':
        return this.#answerCheck(path, call, response);
      default:
        return this.#answerGet(path, call, response);
    }
  }

  #answerRequest(path: string, { headers }: SeenCall, response: ServerResponse): void {
    const key = headers['idempotency-key'] as string;
    const prefer = String(headers.prefer ?? '');
    const since = /changes-since="?([\w-]+)/.exec(prefer)?.[1];
    const batch = this.#batches.get(key) ?? {
      batchId: String(this.#batches.size + 7),
      path,
      snapshot: this.followed.get(path)?.snapshot(since),
    };
    this.#batches.set(key, batch);
    const isHeld = this.states.length === 0 && prefer.includes('wait=');
    const state = isHeld ? this.#state(path, batch) : {};
    const headersSent = changeHeaders(batch.snapshot, isHeld ? ['wait=1'] : []);
    send(response, 200, { ...envelope, batch_id: batch.batchId, ...state }, headersSent);
  }

  #answerCheck(path: string, { body }: SeenCall, response: ServerResponse): void {
    const batch = this.#batch(body['batch_id'] ?? '');
    send(response, 200, { ...envelope, ...this.#state(path, batch) }, changeHeaders(batch?.snapshot, []));
  }

  #batch(batchId: string): FakeBatch | undefined {
    return [...this.#batches.values()].find((batch) => batch.batchId === batchId);
  }

  #state(path: string, batch: FakeBatch | undefined) {
    if (takesInput(path)) {
      const errors = this.uploadResults.filter((result) => (result as { readonly result?: string }).result === '1');
      const counts = { record_count: String(this.uploadResults.length), error_count: String(errors.length) };
      return { batch_flg: '3', ...counts };
    }
    const count = batch?.snapshot?.records.length ?? this.recordCount;
    const state = this.states.shift() ?? (batch?.snapshot?.records.length === 0 ? '0' : '3');
    return { batch_flg: state, record_count: String(state === '3' ? count : 0) };
  }

  #answerGet(path: string, { headers, body }: SeenCall, response: ServerResponse): void {
    const [from, to] = [Number(body['seq_from']), Number(body['seq_to'])];
    if (takesInput(path)) return send(response, 200, { ...envelope, result_list: this.uploadResults });
    if (to - from >= this.recordsPerGet) {
      const detail = `One call gets at most ${this.recordsPerGet} records`;
      return send(response, 400, refusal('E000011', 'seq_to', detail));
    }
    const arrayName = arrayNames[path] ?? 'result_list';
    if (arrayName === 'trade' && headers.prefer === 'delivery=acknowledged') {
      response.setHeader('preference-applied', headers.prefer);
    }
    const snapshot = this.#batch(String(body['batch_id']))?.snapshot;
    const records = snapshot?.records.slice(from - 1, to) ?? this.#range(from, to);
    sendArray(response, records.join(','), arrayName);
  }

  #range(from: number, to: number): string[] {
    return aRange(from, Math.min(to, this.recordCount));
  }

  #answerList(name: string, { cursor = '0', limit = '1000' }: SeenCall['body'], response: ServerResponse): void {
    const [from, to] = [Number(cursor), Number(cursor) + Number(limit)];
    const nextCursor = to < this.listElements.length ? String(to) : '';
    send(response, 200, { ...envelope, [name]: this.listElements.slice(from, to), next_cursor: nextCursor });
  }

  async #answerEvents({ query, headers }: SeenCall, response: ServerResponse): Promise<void> {
    const [, seconds = '0'] = /wait=(\d+)/.exec(String(headers.prefer)) ?? [];
    await this.events.wait(query, Number(seconds) * 1_000);
    send(response, 200, { ...envelope, ...this.events.page(query) });
  }

  #answerBatch({ method, path }: SeenCall, response: ServerResponse): void {
    if (method === 'DELETE') return send(response, 200, { ...envelope, outcome: 'cancelled' });
    if (method === 'POST') return send(response, 200, envelope);
    const batchId = path.split('/').at(-1) as string;
    if (batchId === 'removed') return this.#answerRemoved(path.split('/').at(-2) as string, response);
    const known = this.#batch(batchId);
    const [, first = 'master', second = ''] = known?.path.split('/') ?? [];
    const name = takesInput(known?.path ?? '') ? `${first}-${second}` : first;
    const batch = {
      batch_id: batchId,
      function: name,
      state: this.states.length === 0 ? 'finished' : 'processing',
      record_count: '3',
      error_count: takesInput(known?.path ?? '') ? '1' : '0',
      records_expected: String(this.recordCount),
      queue_position: '',
      removed_count: String(known?.snapshot?.removed.length ?? 0),
    };
    send(response, 200, { ...envelope, batch });
  }

  #answerRemoved(batchId: string, response: ServerResponse): void {
    const removed = this.#batch(batchId)?.snapshot?.removed ?? [];
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(removed.map((key) => `${JSON.stringify(key)}\n`).join(''));
  }

  /** @param tamper changes the array's text after its checksum was computed */
  sendRecords(
    response: ServerResponse,
    from: number,
    to: number,
    tamper = (records: string) => records,
    arrayName = 'master',
  ): void {
    sendArray(response, this.#range(from, to).join(','), arrayName, tamper);
  }
}

function sendArray(
  response: ServerResponse,
  records: string,
  arrayName: string,
  tamper = (text: string) => text,
): void {
  const text = `{"request_id":"r","result":0,"error_list":[],"${arrayName}":[${tamper(records)}]}`;
  const body = gzipSync(text);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'content-length': body.length,
    'x-range-crc32': crc32(records).toString(16).padStart(8, '0'),
  });
  response.end(body);
}

/** Headers that say whether a batch has only changes, and which cursor the next request can use. */
function changeHeaders(snapshot: FakeSnapshot | undefined, applied: readonly string[]): Record<string, string> {
  const preferences = snapshot?.changesOnly === true ? [...applied, 'changes-since'] : applied;
  return {
    ...(preferences.length === 0 ? {} : { 'preference-applied': preferences.join(', ') }),
    ...(snapshot === undefined ? {} : { 'x-change-cursor': snapshot.cursor }),
  };
}

/** The envelope of an answer without records (Spec 2.2). */
export const envelope = { request_id: 'r', result: 0, error_list: [] };

/** The envelope of a refusal with one entry in `error_list` (Spec 2.2). */
export function refusal(code: string, item: string, detail: string) {
  return { request_id: 'r', result: 1, error_list: [{ error_item: item, error_code: code, error_detail: detail }] };
}

/** Sends an answer as JSON. */
export function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Records whose JSON is difficult to scan byte by byte. */
export function aRange(from: number, to: number): string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
    JSON.stringify({
      seq: String(from + index),
      member_name: '居酒屋 "さくら" \\',
      op_name: '] } , [ {',
      buy: [],
      catalog: [{ item_spec: '10kg×2\n箱', catalog_id: '1' }],
    }),
  );
}

/** Whether the steps at this path take orders or updates. */
function takesInput(path: string): boolean {
  return path === '/order/upload' || path === '/trade/update';
}
