import type { Exchange } from '../http/exchange.js';
import type { Outcome } from '../report/report.js';
import type { GroupName } from '../requirement/groups.js';
import type { Requirement } from '../requirement/requirement.js';

/** A requirement and the group that it belongs to. */
export interface GroupedRequirement extends Requirement {
  readonly group: GroupName;
}

/** The outcome of one requirement, still with secrets. */
export interface Judgement {
  readonly requirement: GroupedRequirement;
  readonly outcome: Outcome;
  /** The finding, or the reason why it was not judged; empty if it passed. */
  readonly reason: string;
  /** The call with the finding. */
  readonly exchange?: Exchange | undefined;
}
