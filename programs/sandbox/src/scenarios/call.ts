/** The server to which a call goes. `push` is the receiver of pushed messages. */
export type Service = 'auth' | 'api' | 'push';

/** Purposes of a call that scenarios distinguish. */
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
  | 'events'
  | 'push'
  | 'other';

/**
 * The numbers of a call, for the rules of scenarios. A client that repeats its behaviour gets the same numbers. Unless
 * a comment says otherwise, they count from 1 within a run.
 */
export interface Call {
  readonly seed: number;
  readonly service: Service;
  readonly kind: CallKind;
  /** What the call is about; undefined for the calls of downloads and all others. */
  readonly about: 'updates' | 'events' | 'pushes' | undefined;
  /** Number of the call in the run. */
  readonly number: number;
  /** Position of this call among the different calls of the same kind. An identical repetition has the same number. */
  readonly kindNumber: number;
  /** How often this exact call (method, path, body) has come. */
  readonly repetition: number;
  /** Number of calls of the run that were disturbed before, from 0. */
  readonly disturbed: number;
  /** The number of its access token in the run, and of this call with the token. */
  readonly token: { readonly number: number; readonly calls: number } | undefined;
  /** The batch in its path or body. */
  readonly batch: CalledBatch | undefined;
  /** Number of records that a get requests. */
  readonly width: number;
}

/** A batch of the run, before the call. */
export interface CalledBatch {
  /** Number of the batch in the run, from 1. */
  readonly number: number;
  /** Number of its earlier checks, from 0. */
  readonly checks: number;
  /** Number of its earlier gets that returned records, from 0. */
  readonly gets: number;
}

/** The state in which a batch is shown. */
export type BatchView = 'waiting' | 'processing' | 'aborted' | 'failed' | 'empty' | 'gone';

/** A refusal in the form of the contract (Spec 7), or the page of a proxy before the platform. */
export interface Refusal {
  readonly status: 400 | 401 | 404 | 429 | 500 | 502 | 503;
  readonly code?: string;
  readonly item?: string;
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  /** Whether `Retry-After` is a date instead of a number of seconds (RFC 9110 §10.2.3). */
  readonly asDate?: boolean;
}

/** The front's action on a call. */
export type Action =
  | { readonly do: 'pass' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'refuse'; readonly refusal: Refusal }
  /** Closes the connection before the call reaches the platform. */
  | { readonly do: 'lose call' }
  /** Lets the platform carry out the call, then closes the connection without the answer. */
  | { readonly do: 'lose answer' }
  /** Closes the connection after this share of the answer. */
  | { readonly do: 'cut'; readonly share: number }
  /** Does the same with an answer without a length. */
  | { readonly do: 'cut unnoticed'; readonly share: number }
  /** Sends this many bytes one by one. */
  | { readonly do: 'drip'; readonly bytes: number }
  /** Changes one digit of the answer. */
  | { readonly do: 'corrupt'; readonly share: number }
  | { readonly do: 'show batch'; readonly as: BatchView }
  /** Gives slips of an update another version, as if somebody had changed them. */
  | { readonly do: 'outdate'; readonly slips: 'first' | 'all' }
  /** Leaves the cursor of events where it was. */
  | { readonly do: 'repeat page' }
  /** Sends the call twice. */
  | { readonly do: 'double' }
  /** Sends this share of the call, and closes both connections. */
  | { readonly do: 'cut call'; readonly share: number }
  /** Sends one more message. Its signature is this number of seconds old. */
  | { readonly do: 'send old'; readonly secondsAgo: number };

export const pass: Action = { do: 'pass' };

/** The action in few words: `pass`, `refuse 429`, `show batch as waiting`. */
export function actionText(action: Action): string {
  if (action.do === 'refuse') return `refuse ${action.refusal.status}`;
  return action.do === 'show batch' ? `show batch as ${action.as}` : action.do;
}
