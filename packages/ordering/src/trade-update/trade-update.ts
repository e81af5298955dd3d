import {
  apiPaths,
  updateCheckAnswer,
  updateGetAnswer,
  updateRequest,
  updateRequestAnswer,
} from '@trading-platform/domain-types';
import { type ErrorLanguage } from '@trading-platform/domain-types/error-texts';
import { type SlipActor, type SlipCaller, slipActor } from '../history/slip-change.js';

/** The input of a trade update, except its slips. */
export interface TradeUpdateCriteria {
  /** The member that sends the updates. The sender owns the `update_no`s, and must see the side for which it acts. */
  readonly memberCode: string;
  /** The caller, for the histories of the slips and for its own trade downloads. */
  readonly by: SlipActor;
  /** The time of the updates, in epoch milliseconds, which is the time at which the request was accepted. */
  readonly acceptedAt: number;
  /** The language of the errors in the results. Absent for English, and in batches that were requested before. */
  readonly language?: ErrorLanguage;
}

/** Trade update (Spec 4.11): a batch whose records are the results of the updates. */
export const tradeUpdate = {
  /** The name is stored with each batch, so it must never change. */
  name: 'trade-update',
  title: 'Trade update',
  /** The right that its three steps need. */
  right: 'update',
  paths: apiPaths.tradeUpdate,
  request: updateRequest,
  requestAnswer: updateRequestAnswer,
  checkAnswer: updateCheckAnswer,
  answer: updateGetAnswer,
  arrayName: 'result_list',
  hasEffects: true,
  criteria: (caller: SlipCaller, acceptedAt: Date, language: ErrorLanguage = 'en'): TradeUpdateCriteria => ({
    memberCode: caller.memberCode,
    by: slipActor(caller),
    acceptedAt: acceptedAt.getTime(),
    ...(language !== 'en' && { language }),
  }),
} as const;
