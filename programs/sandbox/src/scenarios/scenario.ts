import type { Action, Call, CallKind } from './call.js';
import { chance } from './chance.js';

/** A language of the pages and of the texts of scenarios. */
export type Language = 'en' | 'ja';
/** What is said, in both languages. */
export type Text = Readonly<Record<Language, string>>;

/** What a client has in the end if it is good. */
export type Outcome =
  /** Every record, once. */
  | 'all records'
  /** Every record once, or nothing and an exit code that says so. */
  | 'all records or a failure'
  /** No record, and that is no failure. */
  | 'no records';

/** One way to misbehave. */
export interface Scenario {
  /** As it is chosen: `throttled`. */
  readonly name: string;
  readonly title: Text;
  /** What happens to calls. */
  readonly happens: Text;
  /** What a good client does then. */
  readonly goodClient: Text;
  readonly outcome: Outcome;
  /** Needs a line by TLS to show. */
  readonly needsTls?: true;
  /** How far the clock of the platform is ahead. */
  readonly clockAheadSeconds?: number;
  /** A pure function. */
  readonly rule: (call: Call) => Action;
}

/** Calls that a client may repeat without harm, and that matter to a download. Others pass. */
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
]);

export function isRepeatable({ kind }: Call): boolean {
  return repeatable.has(kind);
}

/** Whether a call is among those that a scenario strikes: the first of each kind always, of the others about half. */
export function isStruck(call: Call, scenario: string): boolean {
  if (!isRepeatable(call)) return false;
  return call.kindNumber === 1 || chance(call.seed, scenario, call.kind, call.kindNumber) < 0.5;
}
