import { randomUUID } from 'node:crypto';
import { batchFlg, errorCode, errorTable } from '@trading-platform/domain-types';
import type { BatchView, CallKind, Refusal, Service } from '../scenarios/call.js';

/** An answer of the front itself. */
interface OwnAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const page = `<!doctype html><html lang="en"><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n`;

/** A refusal in the form of the called service: the envelope of the data API, or the error of a token endpoint. */
export function refusalAnswer(refusal: Refusal, service: Service, now: number): OwnAnswer {
  const { status, code, item = '', detail, retryAfterSeconds, asDate } = refusal;
  const wait =
    retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': asDate ? dateText(now + retryAfterSeconds * 1_000) : String(retryAfterSeconds) };
  if (code === undefined) return { status, headers: { ...wait, 'content-type': 'text/html' }, body: page };
  if (service === 'auth') {
    const error = status === 500 ? 'server_error' : 'temporarily_unavailable';
    return {
      status,
      headers: { ...json, ...wait },
      body: JSON.stringify({ error, error_description: 'The sandbox refuses this call.' }),
    };
  }
  const challenge =
    status === 401
      ? { 'www-authenticate': 'Bearer realm="/api", error="invalid_token", error_description="The token has expired"' }
      : {};
  return { status, headers: { ...json, ...wait, ...challenge }, body: envelope(code, item, detail) };
}

function envelope(code: string, item: string, detail?: string): string {
  const text = detail ?? errorTable[code as keyof typeof errorTable].detail;
  const errors = [{ error_item: item, error_code: code, error_detail: text }];
  return JSON.stringify({ request_id: randomUUID(), result: 1, error_list: errors });
}

/** HTTP's own form of an instant (RFC 9110 §5.6.7). */
export function dateText(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toUTCString();
}

const flagOf: Readonly<Record<Exclude<BatchView, 'gone'>, string>> = {
  waiting: batchFlg.waiting,
  processing: batchFlg.processing,
  aborted: batchFlg.cancelled,
  failed: batchFlg.failed,
  empty: batchFlg.empty,
};

/** `state` of `GET /batches/{batch_id}`. */
const stateOf: Readonly<Record<Exclude<BatchView, 'gone'>, string>> = {
  waiting: 'waiting',
  processing: 'processing',
  aborted: 'cancelled',
  failed: 'failed',
  empty: 'empty',
};

const whyNothing: Readonly<Partial<Record<BatchView, string>>> = {
  waiting: 'The batch is still waiting (batch_flg 1): check it again, and get when batch_flg is 3.',
  processing: 'The batch is still processing (batch_flg 2): check it again, and get when batch_flg is 3.',
  aborted: 'The batch was aborted (batch_flg 4): request it again.',
  failed: 'The batch has ended with an error (batch_flg 5): check it for the reason, and request it again.',
};

/** The front's own answer about a batch in this state. Undefined if the platform's answer is used. */
export function insteadOf(kind: CallKind, as: BatchView): Refusal | undefined {
  const names = kind === 'batch' || kind === 'records' || kind === 'removed' || kind === 'delivered';
  if (as === 'gone') {
    const { detail } = errorTable[errorCode.batchUnknown];
    return { status: names ? 404 : 400, code: errorCode.batchUnknown, item: 'batch_id', detail };
  }
  const isGet = kind === 'get' || kind === 'records' || kind === 'removed' || kind === 'delivered';
  const detail = whyNothing[as];
  if (!isGet || detail === undefined) return undefined;
  return { status: 400, code: errorCode.batchNotFinished, item: 'batch_id', detail };
}

type Values = Record<string, unknown>;

/** The platform's answer about a batch, changed to show another state (Spec 3, 4.6). */
export function changedAnswer(kind: CallKind, as: Exclude<BatchView, 'gone'>, body: Values): Values {
  if (body['result'] !== 0) return body;
  switch (kind) {
    case 'check':
      return { ...body, batch_flg: flagOf[as], record_count: '0', error_list: errorsOf(as) };
    case 'batch':
      return { ...body, batch: { ...(body['batch'] as Values), state: stateOf[as], record_count: '0' } };
    case 'get':
      return as === 'empty' ? emptied(body) : body;
    default:
      return body;
  }
}

/** The answer to a request that has not waited for its batch (Spec 4.6). */
export function withoutState({
  batch_flg: _flag,
  record_count: _count,
  error_count: _errors,
  ...body
}: Values): Values {
  return body;
}

function errorsOf(as: BatchView): readonly object[] {
  if (as !== 'failed') return [];
  const { detail } = errorTable[errorCode.internal];
  return [{ error_item: 'batch_id', error_code: errorCode.internal, error_detail: detail }];
}

/** Empties the lists of a get answer. */
function emptied(body: Values): Values {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name !== 'error_list' && Array.isArray(value) ? [] : value]),
  );
}
