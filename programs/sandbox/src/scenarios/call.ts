/** What a call is for, as far as scenarios tell calls apart. */
export type CallKind =
  | 'login'
  | 'reissue'
  | 'exchange'
  | 'request'
  | 'check'
  | 'get'
  | 'records'
  | 'removed'
  | 'batch'
  | 'delivered'
  | 'list'
  | 'lookup'
  | 'other';

/** One call as a rule sees it: numbers that are the same whenever the same client does the same. All count from 1 within a run. */
export interface Call {
  readonly seed: number;
  readonly service: 'auth' | 'api';
  readonly kind: CallKind;
  /** Which call of the run it is. */
  readonly number: number;
  /** Which of the different calls of its kind it is: calls that are repeated as they were have the same number. */
  readonly kindNumber: number;
  /** How often exactly this call (method, path, body) has come. */
  readonly repetition: number;
  /** How many calls of the run were disturbed before; from 0. */
  readonly disturbed: number;
  /** Which access token of the run it presents, and which call with it this is. */
  readonly token: { readonly number: number; readonly calls: number } | undefined;
  /** The batch that it names. */
  readonly batch: CalledBatch | undefined;
  /** How many records a get asks for. */
  readonly width: number;
}

/** A batch of the run, before the call. */
export interface CalledBatch {
  /** Which batch of the run it is, from 1. */
  readonly number: number;
  /** Checks of it so far; from 0. */
  readonly checks: number;
  /** Gets of it that were answered with records so far; from 0. */
  readonly gets: number;
}

/** What a batch is made to look like. */
export type BatchView = 'waiting' | 'processing' | 'aborted' | 'failed' | 'empty' | 'gone';

/** A refusal in the words of the contract (Spec 7), or the page of somebody who stands before the platform. */
export interface Refusal {
  readonly status: 400 | 401 | 404 | 429 | 500 | 502 | 503;
  readonly code?: string;
  readonly item?: string;
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  /** Whether `Retry-After` is a date instead of a number of seconds (RFC 9110 §10.2.3). */
  readonly asDate?: boolean;
}

/** What the front does with a call. */
export type Action =
  | { readonly do: 'pass' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'refuse'; readonly refusal: Refusal }
  /** The connection is closed before the call reaches the platform. */
  | { readonly do: 'lose call' }
  /** The platform does what it is asked for, and the connection is closed instead of its answer. */
  | { readonly do: 'lose answer' }
  /** The connection is closed behind this share of the answer. */
  | { readonly do: 'cut'; readonly share: number }
  /** The same, for an answer whose length nobody has said. */
  | { readonly do: 'cut unnoticed'; readonly share: number }
  /** So many bytes come one by one. */
  | { readonly do: 'drip'; readonly bytes: number }
  /** One digit of the answer is another one. */
  | { readonly do: 'corrupt'; readonly share: number }
  | { readonly do: 'show batch'; readonly as: BatchView };

export const pass: Action = { do: 'pass' };

/** What was done, in few words: `pass`, `refuse 429`, `show batch as waiting`. */
export function actionText(action: Action): string {
  if (action.do === 'refuse') return `refuse ${action.refusal.status}`;
  return action.do === 'show batch' ? `show batch as ${action.as}` : action.do;
}
