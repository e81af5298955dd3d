/**
 * `bad`: an operator must act now. `warning`: an operator must act soon. `skipped`: the check could not run here, and
 * the finding says why.
 */
export type FindingState = 'good' | 'warning' | 'bad' | 'skipped';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  /** The result, in one sentence without a full stop. */
  readonly found: string;
  /** What to do; absent if nothing is to be done. */
  readonly remedy?: string;
}

/** Checks of one area. A check that throws is a finding too. */
export interface Area {
  readonly check: string;
  readonly remedy: string;
  run(): Promise<readonly Finding[]>;
}

export function good(check: string, found: string): Finding {
  return { check, state: 'good', found };
}

export function skipped(check: string, found: string): Finding {
  return { check, state: 'skipped', found };
}

export function trouble(check: string, state: 'warning' | 'bad', found: string, remedy: string): Finding {
  return { check, state, found, remedy };
}
