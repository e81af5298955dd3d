import type { GroupName } from '../requirement/groups.js';

/** The outcome of a requirement. `not judged` says nothing good or bad about the deployment. */
export type Outcome = 'passed' | 'failed' | 'not judged';

/** The result of one requirement. The result contains no secrets. */
export interface Result {
  readonly id: string;
  readonly group: GroupName;
  /** The section of the contract, or the open point. */
  readonly source: string;
  readonly says: string;
  readonly level: 'must' | 'should';
  readonly outcome: Outcome;
  /** The finding, or the reason why the requirement was not judged. The text is empty if the requirement passed. */
  readonly reason: string;
  /** The call in which the finding was made. The text is empty if no call was made. */
  readonly sent: string;
  readonly came: string;
}

/** The outcome of a run. The report contains no secrets. */
export interface ConformanceReport {
  readonly apiUrl: string;
  readonly authUrl: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly seconds: number;
  /** True if no requirement with the level `must` has failed. */
  readonly conforms: boolean;
  readonly results: readonly Result[];
}

/** The number of results for each outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The number of failed requirements that only say `should`. */
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
