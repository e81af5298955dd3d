import type { Exchange } from '../http/exchange.js';
import type { Outcome } from '../report/report.js';
import type { GroupName } from '../requirement/groups.js';
import type { Requirement } from '../requirement/requirement.js';

/** A requirement and the group that it belongs to. */
export interface GroupedRequirement extends Requirement {
  readonly group: GroupName;
}

/** What became of one requirement, with secrets still in it. */
export interface Judgement {
  readonly requirement: GroupedRequirement;
  readonly outcome: Outcome;
  /** What was found, or why it could not be judged; empty where it has passed. */
  readonly reason: string;
  /** The call that it was found in. */
  readonly exchange?: Exchange | undefined;
}
