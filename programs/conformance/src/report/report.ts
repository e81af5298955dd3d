import type { GroupName } from '../requirement/groups.js';

/** What became of a requirement; what cannot be judged in a deployment says nothing about it. */
export type Outcome = 'passed' | 'failed' | 'not judged';

/** What became of one requirement, as it may be shown to anybody. */
export interface Result {
  readonly id: string;
  readonly group: GroupName;
  /** Section of the contract, or open point. */
  readonly source: string;
  readonly says: string;
  readonly level: 'must' | 'should';
  readonly outcome: Outcome;
  /** What was found, or why it could not be judged; empty where it has passed. */
  readonly reason: string;
  /** The call that it was found in; empty where there is none. */
  readonly sent: string;
  readonly came: string;
}

/** The outcome of a run. No secret is in it. */
export interface ConformanceReport {
  readonly apiUrl: string;
  readonly authUrl: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly seconds: number;
  /** Whether no `must` has failed. */
  readonly conforms: boolean;
  readonly results: readonly Result[];
}

/** How many results there are of each outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Of those that have failed: how many are no more than a `should`. */
  readonly remarks: number;
  readonly 'not judged': number;
}

export function countsOf(results: readonly Result[]): Counts {
  const of = (outcome: Outcome) => results.filter((result) => result.outcome === outcome);
  return {
    passed: of('passed').length,
    failed: of('failed').length,
    remarks: of('failed').filter(({ level }) => level === 'should').length,
    'not judged': of('not judged').length,
  };
}
