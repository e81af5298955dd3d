import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventRecord, formatTokyoDateTime } from '@trading-platform/domain-types';
import { secretText, signMessage } from '@trading-platform/domain-types/message-signature';
import { interruptSignal, momentText, print } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { type EventReadingOptions, firstPlace, readingOf } from './event-reading.js';

export interface ListenOptions extends ConnectOptions, EventReadingOptions {
  readonly forwardTo: string;
  readonly secret?: Uint8Array;
  readonly json?: true;
}

/** The result of an attempt. */
interface Attempt {
  readonly at: number;
  /** The status of the answer, or 0 without an answer. */
  readonly status: number;
  readonly latencyMs: number;
  readonly error: string;
}

const secretBytes = 32;
/** The time that an endpoint has to answer, as on the platform. */
const answerWithinMs = 15_000;
const longestPauseMs = 30_000;

/** Pushes events to a program on this machine, signed as the platform signs them, until it is interrupted. */
export async function listen(options: ListenOptions): Promise<void> {
  const { forwardTo, secret = randomBytes(secretBytes), json: asJson = false } = options;
  const reading = readingOf(options);
  const signal = interruptSignal();
  await withConnection(options, async ({ client }) => {
    try {
      const cursor = await firstPlace(client, reading, signal);
      tellStart(forwardTo, secretText(secret), asJson);
      const events = client.events.follow({ ...reading.filters, cursor, signal });
      for await (const event of events) await pushUntilTaken(event, { url: forwardTo, secret, signal, asJson });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
}

interface Receiver {
  readonly url: string;
  readonly secret: Uint8Array;
  readonly signal: AbortSignal;
  readonly asJson: boolean;
}

async function pushUntilTaken(event: EventRecord, receiver: Receiver): Promise<void> {
  for (let failures = 0; ; failures++) {
    // One attempt after the other.
    // oxlint-disable-next-line no-await-in-loop
    const attempt = await push(event, receiver);
    receiver.signal.throwIfAborted();
    const isTaken = attempt.status >= 200 && attempt.status < 300;
    const pauseMs = isTaken ? undefined : Math.min(1_000 * 2 ** failures, longestPauseMs);
    tellAttempt(event, attempt, pauseMs, receiver.asJson);
    if (pauseMs === undefined) return;
    // oxlint-disable-next-line no-await-in-loop
    await sleep(pauseMs, undefined, { signal: receiver.signal });
  }
}

async function push(event: EventRecord, { url, secret, signal }: Receiver): Promise<Attempt> {
  const at = Date.now();
  const body = JSON.stringify(event);
  const started = performance.now();
  const latencyMs = () => Math.round(performance.now() - started);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...signMessage(event.id, body, [secret], at) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    });
    await answer.body?.cancel();
    return { at, status: answer.status, latencyMs: latencyMs(), error: '' };
  } catch (error) {
    return { at, status: 0, latencyMs: latencyMs(), error: reasonOf(error as Error) };
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `not within ${answerWithinMs / 1_000} s`;
  const { code, message: deeper } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? deeper ?? message;
}

function tellStart(url: string, secret: string, asJson: boolean): void {
  const text = `Events go to ${url}. The program verifies them with this secret:\n${secret}`;
  print({ json: { forward_to: url, secret }, text }, asJson);
}

function tellAttempt(
  { id, type }: EventRecord,
  { at, status, latencyMs, error }: Attempt,
  pauseMs: number | undefined,
  asJson: boolean,
): void {
  const json = { at: momentText(at), id, type, status, latency_ms: latencyMs };
  const result = status === 0 ? `no answer (${error})` : String(status);
  const again = pauseMs === undefined ? '' : `; again in ${pauseMs / 1_000} s`;
  print(
    {
      json: { ...json, ...(status === 0 && { error }), ...(pauseMs !== undefined && { next_in_ms: pauseMs }) },
      text: `${formatTokyoDateTime(at)} ${type} ${id} ${result} in ${latencyMs} ms${again}`,
    },
    asJson,
  );
}
