import type { GroupName } from '../requirement/groups.js';

/** The outcome of a requirement. `not judged` says nothing about the deployment. */
export type Outcome = 'passed' | 'failed' | 'not judged';

/** The result of one requirement, without secrets. */
export interface Result {
  readonly id: string;
  readonly group: GroupName;
  /** Section of the contract, or open point. */
  readonly source: string;
  readonly says: string;
  readonly level: 'must' | 'should';
  readonly outcome: Outcome;
  /** The finding, or the reason why it was not judged; empty if it passed. */
  readonly reason: string;
  /** The call with the finding; empty without one. */
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

/** The number of results by outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The number of failures that are only a `should`. */
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
