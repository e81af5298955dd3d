import type { SlipAction, SlipSide } from '@trading-platform/domain-types';

/** Who changed a slip. Values that do not apply are `""`. */
export interface SlipActor {
  /**
   * A user that is signed in, a client without a user (a service account), an import of an operator, or another command of an
   * operator.
   */
  readonly kind: 'user' | 'client' | 'import' | 'operator';
  readonly userId: string;
  readonly clientId: string;
  /** The member of the user or of the client. */
  readonly memberCode: string;
}

/** The caller of the data API, as its access token describes it. */
export interface SlipCaller {
  /** The id of the user. For a service account, the id of the client. */
  readonly subject?: string;
  readonly clientId: string;
  readonly memberCode: string;
}

/** Returns the actor of all changes that a caller of the data API makes. */
export function slipActor({ subject = '', clientId, memberCode }: SlipCaller): SlipActor {
  const isUser = subject !== '' && subject !== clientId;
  return { kind: isUser ? 'user' : 'client', userId: isUser ? subject : '', clientId, memberCode };
}

/** The actor if only the member is known, such as in batches that were requested before histories existed. */
export function memberActor(memberCode: string): SlipActor {
  return slipActor({ clientId: '', memberCode });
}

const ofOperator = { userId: '', clientId: '', memberCode: '' } as const;

/** The actor of all changes by imports. */
export const importActor: SlipActor = { kind: 'import', ...ofOperator };

/** The actor of all other changes by an operator. */
export const operatorActor: SlipActor = { kind: 'operator', ...ofOperator };

/** The fields of one line of a slip that a change changed. If the change added or removed the line, the list is empty. */
export interface ChangedLine {
  readonly tradeProdId: string;
  readonly fields: readonly string[];
}

/** The fields that a change changed in one view of a slip. */
export interface ChangedFields {
  readonly header: readonly string[];
  readonly lines: readonly ChangedLine[];
}

/** The fields that a change changed in the view of one member. */
export interface ChangedView extends ChangedFields {
  readonly memberCodeSelf: string;
}

/** The functions that change slips. The actions of a trade update have the names that callers give them. */
export type HistoryAction = 'upload' | 'generate' | 'import' | 'remove' | SlipAction;

/** One change of a slip, which gave the slip a new version. */
export interface SlipChange {
  readonly tradeId: string;
  /** The version of the slip after the change. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly action: HistoryAction;
  readonly by: SlipActor;
  /** The side for which the actor changed the slip, or `""` for an operator. */
  readonly side: SlipSide | '';
  /** The member of this side, or `""` for an operator. The actor may be of its head office. */
  readonly memberCodeSelf: string;
  /** The views in which fields changed. A change that made the slip names no views. */
  readonly changed: readonly ChangedView[];
}
