import type { KeyObject } from 'node:crypto';
import { signMessage } from '@trading-platform/domain-types/message-signature';
import type { EventAttempt } from '../endpoint/event-attempt.js';
import { answerCharacters } from '../endpoint/event-attempt.js';
import type { Message } from './message.js';

/** Port: sends a request to an address that a client has chosen. It rejects if there is no answer in time. */
export interface EndpointCaller {
  send(
    url: string,
    request: { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
    signal?: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: Uint8Array }>;
}

/** The outcome of a call, as an attempt records it. */
export type CallOutcome = Pick<EventAttempt, 'at' | 'status' | 'latencyMs' | 'error' | 'answer'>;

export interface CallOptions {
  readonly caller: EndpointCaller;
  readonly now: () => number;
  readonly signal?: AbortSignal;
}

const decoder = new TextDecoder();

/** Pushes a message once. Never rejects: without an answer, the status is 0 and `error` says why. */
export async function callEndpoint(
  url: string,
  { id, body }: Message,
  secrets: readonly KeyObject[],
  { caller, now, signal }: CallOptions,
): Promise<CallOutcome> {
  const at = now();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'trading-platform-events/1',
    ...signMessage(id, body, secrets, at),
  };
  try {
    const request = { method: 'POST', headers, body: Buffer.from(body) } as const;
    const answer = await caller.send(url, request, signal);
    const text = storable(decoder.decode(answer.body));
    return { at, status: answer.status, latencyMs: now() - at, error: '', answer: text };
  } catch (error) {
    return { at, status: 0, latencyMs: now() - at, error: reasonOf(error), answer: '' };
  }
}

/** Whether an endpoint has accepted the message. */
export function isDelivered({ status }: Pick<EventAttempt, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Databases store no NUL. The text is cut between characters, never within one. */
function storable(text: string): string {
  return Array.from(text.replaceAll('\0', '\uFFFD')).slice(0, answerCharacters).join('');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'has not answered';
}
