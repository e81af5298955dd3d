import type { Exchange } from '../http/exchange.js';
import type { Outcome } from '../report/report.js';
import type { GroupName } from '../requirement/groups.js';
import type { Requirement } from '../requirement/requirement.js';

/** A requirement and the group that it belongs to. */
export interface GroupedRequirement extends Requirement {
  readonly group: GroupName;
}

/** The result of one requirement. The result still contains secrets. */
export interface Judgement {
  readonly requirement: GroupedRequirement;
  readonly outcome: Outcome;
  /** The finding, or the reason why the requirement was not judged. The text is empty if the requirement passed. */
  readonly reason: string;
  /** The call in which the finding was made. */
  readonly exchange?: Exchange | undefined;
}
