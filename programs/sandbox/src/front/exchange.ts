import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { signMessage } from '@trading-platform/domain-types/message-signature';
import { type Arrived, valuesOf } from '../calls/arrived.js';
import type { Run } from '../calls/run.js';
import { type Action, type BatchView, type Call, pass, type Refusal, type Service } from '../scenarios/call.js';
import { ChoiceError } from '../scenarios/choice.js';
import { changedAnswer, dateText, insteadOf, refusalAnswer, withoutState } from './answers.js';
import { answerHeaders, type Upstream } from './upstream.js';

/**
 * An answer that must be cut or changed is held in memory up to this size. A longer answer is treated as if it had this
 * length.
 */
const mostHeldBytes = 8_000_000;
/** A version that no slip reaches. */
const otherVersion = '999999999';
/** The recorder shows this many bytes of an answer. */
const seenBytes = 2_000;

export interface ExchangeOptions {
  readonly arrived: Arrived;
  readonly call: Call;
  readonly run: Run;
  readonly upstream: Upstream;
  /** The secret of the receiver. */
  readonly secret: Uint8Array | undefined;
  readonly outgoing: ServerResponse;
}

/** A completely read answer. */
interface WholeAnswer {
  readonly answer: IncomingMessage;
  /** Without the headers of its length and encoding. */
  readonly headers: Record<string, string[]>;
  readonly body: Buffer;
}

/** One call and its answer, under one action. */
export class Exchange {
  /** Number of answer bytes sent. */
  bytes = 0;
  /** The first answer bytes. */
  beginning = Buffer.alloc(0);
  /** Undefined until the answer begins. */
  head: { readonly status: number; readonly headers: Readonly<Record<string, string | string[]>> } | undefined;
  readonly #options: ExchangeOptions;
  readonly #left = new AbortController();
  /** The call in the form in which it is passed on. */
  #arrived: Arrived;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#arrived = options.arrived;
    options.outgoing.once('close', () => this.#left.abort());
  }

  async carryOut(action: Action): Promise<void> {
    const { outgoing, arrived, run, call } = this.#options;
    switch (action.do) {
      case 'refuse':
        return this.#refuse(action.refusal, arrived.service);
      case 'lose call':
        return void outgoing.req.socket.destroy();
      case 'lose answer':
        return this.#loseAnswer();
      case 'show batch':
        return this.#showBatch(action.as);
      case 'wait':
        await sleep(action.ms, undefined, { signal: this.#left.signal });
        return this.#pass();
      case 'drip':
        return this.#drip(await this.#send(), action.bytes);
      case 'cut':
        return this.#cut(await this.#send(), action.share);
      case 'cut unnoticed':
        return this.#cutUnnoticed(await this.#sendPlain(), action.share);
      case 'corrupt':
        return this.#corrupt(await this.#sendPlain(), action.share);
      case 'outdate':
        this.#arrived = outdated(arrived, action.slips);
        return this.#request(run);
      case 'repeat page':
        return this.#repeatPage();
      case 'double':
        await held(await this.#send());
        return this.#pass();
      case 'cut call':
        await this.#options.upstream.sendPart(
          arrived,
          Math.floor(arrived.body.length * action.share),
          this.#left.signal,
        );
        return void outgoing.req.socket.destroy();
      case 'send old':
        await this.#sendOld(action.secondsAgo);
        return this.#pass();
      default:
        if (call.kind === 'request') return this.#request(run);
        return this.#pass();
    }
  }

  #now(): number {
    return Date.now() + (this.#options.run.choice.scenario.clockAheadSeconds ?? 0) * 1_000;
  }

  #send(isPlain = false): Promise<IncomingMessage> {
    return this.#options.upstream.send(this.#arrived, isPlain, this.#left.signal);
  }

  /** Sends the call and returns its whole answer, uncompressed. */
  async #sendPlain(): Promise<WholeAnswer> {
    const answer = await this.#send(true);
    const body = await held(answer);
    const { 'content-length': _length, 'content-encoding': encoding, ...headers } = answerHeaders(answer);
    const isPacked = encoding?.[0] === 'gzip';
    return { answer, headers, body: isPacked ? gunzipSync(body) : body };
  }

  async #pass(): Promise<void> {
    const answer = await this.#send();
    this.#writeHead(answer, answerHeaders(answer));
    await pipeline(answer, (pieces: AsyncIterable<Buffer>) => this.#seen(pieces), this.#options.outgoing);
  }

  /** The platform's action counts even if its answer is lost. */
  async #loseAnswer(): Promise<void> {
    const { call, arrived, run, outgoing } = this.#options;
    const { body } = await this.#sendPlain();
    if (call.kind === 'request') noteBatch(run, arrived, body);
    outgoing.req.socket.destroy();
  }

  /**
   * The answer to a request that waits reports the state of its batch. The front removes this state if the first check
   * must show another state.
   */
  async #request(run: Run): Promise<void> {
    const { call, arrived } = this.#options;
    const { answer, headers, body } = await this.#sendPlain();
    const batch = noteBatch(run, arrived, body);
    const first = batch === undefined ? pass : run.choice.scenario.rule({ ...call, kind: 'check', batch });
    if (first.do !== 'show batch') return this.#sendWhole(answer, headers, body);
    const values = withoutState(JSON.parse(body.toString('utf8')) as Record<string, unknown>);
    return this.#sendWhole(answer, notWaited(headers), Buffer.from(JSON.stringify(values)));
  }

  async #showBatch(as: BatchView): Promise<void> {
    const { kind } = this.#options.call;
    const instead = insteadOf(kind, as);
    if (instead !== undefined) return this.#refuse(instead, 'api');
    if (as === 'gone') return this.#pass();
    const { answer, headers, body } = await this.#sendPlain();
    if (kind === 'records' && as === 'empty') return this.#sendWhole(answer, headers, Buffer.alloc(0));
    const isJson = headers['content-type']?.[0]?.startsWith('application/json') === true;
    if (!isJson) return this.#sendWhole(answer, headers, body);
    const changed = changedAnswer(kind, as, JSON.parse(body.toString('utf8')) as Record<string, unknown>);
    const isUnfinished = as === 'waiting' || as === 'processing';
    const { 'x-change-cursor': _cursor, 'x-range-crc32': _sum, ...rest } = notWaited(headers);
    const wait = isUnfinished && kind === 'check' ? { 'retry-after': ['1'] } : {};
    return this.#sendWhole(answer, { ...rest, ...wait }, Buffer.from(JSON.stringify(changed)));
  }

  /** The next call gets the same events again. Without a cursor in the call, there are no events. */
  async #repeatPage(): Promise<void> {
    const { answer, headers, body } = await this.#sendPlain();
    const after = new URL(this.#arrived.path, 'http://sandbox').searchParams.get('after');
    const values = valuesOf({ ...this.#arrived, headers: {}, body });
    if (after === null || !('next_cursor' in values)) return this.#sendWhole(answer, headers, body);
    return this.#sendWhole(answer, headers, Buffer.from(JSON.stringify({ ...values, next_cursor: after })));
  }

  /** Sends a message that nobody else has sent, as if it had been signed long ago. */
  async #sendOld(secondsAgo: number): Promise<void> {
    const { secret, upstream } = this.#options;
    if (secret === undefined)
      throw new ChoiceError('The sandbox needs the secret of the receiver: SANDBOX_RECEIVER_SECRET');
    const id = randomUUID();
    const body = JSON.stringify({ ...valuesOf({ ...this.#arrived, headers: {} }), id });
    const signature = signMessage(id, body, [secret], Date.now() - secondsAgo * 1_000);
    const old = { ...this.#arrived, headers: { ...this.#arrived.headers, ...signature }, body: Buffer.from(body) };
    await held(await upstream.send(old, true, this.#left.signal));
  }

  async #drip(answer: IncomingMessage, bytes: number): Promise<void> {
    const { outgoing } = this.#options;
    outgoing.req.socket.setNoDelay(true);
    this.#writeHead(answer, answerHeaders(answer));
    await pipeline(
      answer,
      async function* (pieces: AsyncIterable<Buffer>) {
        let left = bytes;
        for await (const piece of pieces) {
          const single = Math.min(left, piece.length);
          left -= single;
          for (let at = 0; at < single; at++) {
            yield piece.subarray(at, at + 1);
            await setImmediate();
          }
          if (single < piece.length) yield piece.subarray(single);
        }
      },
      (pieces: AsyncIterable<Buffer>) => this.#seen(pieces),
      outgoing,
    );
  }

  async #cut(answer: IncomingMessage, share: number): Promise<void> {
    const body = await held(answer);
    this.#writeHead(answer, { ...answerHeaders(answer), 'content-length': [String(Math.max(2, body.length))] });
    await this.#writeAndBreak(body.subarray(0, Math.max(1, Math.floor(body.length * share))));
  }

  async #cutUnnoticed({ answer, headers, body }: WholeAnswer, share: number): Promise<void> {
    const { outgoing } = this.#options;
    // An answer without length and chunks ends when the connection ends (RFC 9112 §6.3).
    outgoing.removeHeader('content-length');
    outgoing.removeHeader('transfer-encoding');
    this.#writeHead(answer, { ...headers, connection: ['close'] });
    await this.#writeAndBreak(body.subarray(0, Math.floor(body.length * share)));
  }

  async #writeAndBreak(piece: Buffer): Promise<void> {
    const { outgoing } = this.#options;
    const { socket } = outgoing.req;
    this.#note(piece);
    await new Promise<void>((resolve) => {
      outgoing.once('close', resolve);
      outgoing.write(piece, () => resolve());
    });
    socket.destroy();
  }

  #corrupt({ answer, headers, body }: WholeAnswer, share: number): void {
    this.#sendWhole(answer, headers, withOtherDigit(body, share));
  }

  #sendWhole(answer: IncomingMessage, headers: Record<string, string[]>, body: Buffer): void {
    this.#writeHead(answer, { ...headers, 'content-length': [String(body.length)] });
    this.#note(body);
    this.#options.outgoing.end(body);
  }

  /** Reads the clock once, because clients subtract `Date` from a time in `Retry-After`. */
  #refuse(refusal: Refusal, service: Service): void {
    const now = this.#now();
    const { status, headers, body } = refusalAnswer(refusal, service, now);
    const bytes = Buffer.from(body);
    this.#note(bytes);
    this.head = {
      status,
      headers: { ...headers, date: dateText(now), 'content-length': String(bytes.length) },
    };
    this.#options.outgoing.writeHead(status, this.head.headers).end(bytes);
  }

  #writeHead({ statusCode: status = 502 }: IncomingMessage, headers: Record<string, string[]>): void {
    const isOff = this.#options.run.choice.scenario.clockAheadSeconds !== undefined;
    this.head = { status, headers: { ...headers, ...(isOff ? { date: dateText(this.#now()) } : {}) } };
    this.#options.outgoing.writeHead(status, this.head.headers);
  }

  async *#seen(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of pieces) {
      this.#note(piece);
      yield piece;
    }
  }

  #note(piece: Buffer): void {
    this.bytes += piece.length;
    const room = seenBytes - this.beginning.length;
    if (room > 0) this.beginning = Buffer.concat([this.beginning, piece.subarray(0, room)]);
  }
}

/** Removes the sign that a call has waited from the headers of its answer, because the sandbox answers at once. */
function notWaited(headers: Record<string, string[]>): Record<string, string[]> {
  const { 'preference-applied': applied = [], age: _age, ...rest } = headers;
  const others = applied.flatMap((text) => text.split(',')).filter((text) => !/^\s*wait\b/.test(text));
  return others.length === 0 ? rest : { ...rest, 'preference-applied': [others.join(',').trim()] };
}

/** Gives slips of a request for updates a version that they do not have. */
function outdated(arrived: Arrived, slips: 'first' | 'all'): Arrived {
  const values = valuesOf(arrived);
  const list = Array.isArray(values['slip_list']) ? (values['slip_list'] as readonly object[]) : [];
  const slipList = list.map((slip, index) =>
    slips === 'first' && index > 0 ? slip : { ...slip, batch_id: undefined, seq: undefined, version: otherVersion },
  );
  return { ...arrived, body: Buffer.from(JSON.stringify({ ...values, slip_list: slipList })) };
}

/** Records the batch of a request's answer for its first check. */
function noteBatch(run: Run, arrived: Arrived, body: Buffer): Call['batch'] {
  try {
    const { batch_id: batchId } = JSON.parse(body.toString('utf8')) as { batch_id?: unknown };
    return typeof batchId === 'string' ? run.requested(arrived, batchId) : undefined;
  } catch {
    return undefined;
  }
}

async function held(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > mostHeldBytes) break;
  }
  return Buffer.concat(pieces);
}

/** The values in which a changed digit really damages the records. */
const value = /"(?!seq"|batch_id"|create_date"|request_id")\w+":"\d/g;

/**
 * The JSON text with one changed digit. The digit is in the first value after a position or, if there is none, in the
 * last value before it.
 */
function withOtherDigit(body: Buffer, share: number): Buffer {
  const text = body.toString('latin1');
  value.lastIndex = Math.floor(text.length * share);
  const found = value.exec(text) ?? ((value.lastIndex = 0), value.exec(text));
  if (found === null) return body;
  const at = found.index + found[0].length - 1;
  const changed = Buffer.from(body);
  changed[at] = 0x30 + (((changed[at] as number) - 0x30 + 1) % 10);
  return changed;
}
