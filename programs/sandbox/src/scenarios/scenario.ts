import type { Action, Call, CallKind } from './call.js';
import { chance } from './chance.js';

/** A language of the pages and of the scenarios' texts. */
export type Language = 'en' | 'ja';
/** A text in both languages. */
export type Text = Readonly<Record<Language, string>>;

/** The result that a good client reaches. */
export type Outcome =
  /** Every record once. */
  | 'all records'
  /** Every record once, or an exit code that reports a failure. */
  | 'all records or a failure'
  /** No record, and a successful end. */
  | 'no records';

/** One way to misbehave. */
export interface Scenario {
  /** The name by which it is chosen: `throttled`. */
  readonly name: string;
  readonly title: Text;
  /** The effect on calls. */
  readonly happens: Text;
  /** The reaction of a good client. */
  readonly goodClient: Text;
  readonly outcome: Outcome;
  /** Has an effect only with TLS. */
  readonly needsTls?: true;
  /** The number of seconds by which the platform's clock is ahead. */
  readonly clockAheadSeconds?: number;
  /** A pure function. */
  readonly rule: (call: Call) => Action;
}

/** Calls that a client may safely repeat and that matter to a download. Other calls pass. */
const repeatable: ReadonlySet<CallKind> = new Set([
  'login',
  'reissue',
  'request',
  'check',
  'get',
  'records',
  'removed',
  'batch',
  'delivered',
  'list',
  'lookup',
  'events',
]);

export function isRepeatable({ kind }: Call): boolean {
  return repeatable.has(kind);
}

/**
 * Whether a scenario affects this call. It always affects the first call of each kind, and about half of the others.
 */
export function isStruck(call: Call, scenario: string): boolean {
  if (!isRepeatable(call)) return false;
  return call.kindNumber === 1 || chance(call.seed, scenario, call.kind, call.kindNumber) < 0.5;
}
