import type { RenderedRecord } from '../download/rendered-record.js';
import { bodyOf } from '../record/body-of.js';
import { groupsOf, inTurn } from '../slip-input/groups-in-turn.js';
import { judgeOwnNumber } from '../slip-input/own-number.js';
import { elementsIn, isCheckOnly, readElement } from '../slip-input/slip-input.js';
import { type SlipInputFunction, slipInputFunction } from '../slip-input/slip-input-function.js';
import type { SlipUpdate } from './slip-update.js';
import { type TradeUpdateCriteria, tradeUpdate } from './trade-update.js';
import type { MadeUpdate, UpdateToMake } from './trade-update-store.js';
import { updateDigest } from './update-digest.js';
import { unknownSlip, updateNoError, versionError } from './update-errors.js';
import type { BoundUpdateNo } from './update-number.js';
import { type UpdateOutcome, updateResult } from './update-outcome.js';
import { type DigestedUpdate, type JudgedUpdate, type UpdatePorts, UpdatesJudge } from './updates-judge.js';

/** The trade update in the form that the batch engine requires. */
export type TradeUpdateFunction = SlipInputFunction<TradeUpdateCriteria>;

/**
 * Judges the updates of a request, makes the accepted ones, and yields the results in the order of the request (Spec 4.11). Updates
 * that an earlier attempt made are found by their `update_no` and get the same results again.
 */
export function tradeUpdateFunction(ports: UpdatePorts): TradeUpdateFunction {
  return slipInputFunction(tradeUpdate, (criteria, input, signal) => {
    const request: UpdateRequest = {
      ...ports,
      criteria,
      isCheckOnly: isCheckOnly(input),
      judge: new UpdatesJudge(ports, criteria, signal),
    };
    return inTurn(groupsOf(updatesIn(input)), (updates) => settleGroup(updates, request), signal);
  });
}

function* updatesIn(input: Uint8Array): Generator<SlipUpdate> {
  for (const json of elementsIn(input)) yield readElement(json) as SlipUpdate;
}

interface UpdateRequest extends Pick<UpdatePorts, 'store'> {
  readonly criteria: TradeUpdateCriteria;
  readonly isCheckOnly: boolean;
  readonly judge: UpdatesJudge;
}

/** Judges a group of updates, and makes the accepted ones in one transaction. */
async function settleGroup(
  updates: readonly SlipUpdate[],
  { store, criteria, isCheckOnly: isOnlyJudged, judge }: UpdateRequest,
): Promise<readonly RenderedRecord[]> {
  const digested = updates.map((update) => ({ update, digest: updateDigest(update) }));
  const bound = await store.findUpdateNos(
    criteria.memberCode,
    updates.map(({ update_no }) => update_no),
  );
  const unbound = digested.filter(({ update }) => !bound.has(update.update_no));
  const judgements = await judge.judge(unbound);
  const toMake = judgements.filter((each) => !('errors' in each)) as readonly UpdateToMake[];
  const made = isOnlyJudged ? [] : await store.make(toMake, { ...criteria, at: criteria.acceptedAt });
  const answerTo = new Map<JudgedUpdate, MadeUpdate>(made.map((answer, place) => [toMake[place]!, answer]));
  const judgementOf = new Map(unbound.map((each, place) => [each, judgements[place]!]));
  return digested.map((each) => {
    const known = bound.get(each.update.update_no);
    if (known !== undefined) return resultRecord(each.update, outcomeOfBound(known, each.digest), criteria);
    const judgement = judgementOf.get(each)!;
    return resultRecord(each.update, outcomeOf(each, judgement, answerTo.get(judgement)), criteria);
  });
}

/** @param answer undefined for an update that was refused or only judged */
function outcomeOf(
  { update, digest }: DigestedUpdate,
  judgement: JudgedUpdate,
  answer: MadeUpdate | undefined,
): UpdateOutcome {
  if ('errors' in judgement) return judgement;
  if (answer === undefined) return { possible: { statusCode: judgement.views[0]!.statusCode } };
  if ('updated' in answer) return answer;
  if ('bound' in answer) return outcomeOfBound(answer.bound, digest);
  return 'changedTo' in answer
    ? { errors: versionError(update, answer.changedTo.version), slip: answer.changedTo }
    : { errors: unknownSlip() };
}

function outcomeOfBound({ digest: ofBound, updated }: BoundUpdateNo, digest: Buffer): UpdateOutcome {
  return judgeOwnNumber({ digest: ofBound }, digest) === 'repeat' ? { updated } : { errors: updateNoError() };
}

function resultRecord(update: SlipUpdate, outcome: UpdateOutcome, { language }: TradeUpdateCriteria): RenderedRecord {
  return { body: bodyOf(JSON.stringify(updateResult(update, outcome, language))), isError: 'errors' in outcome };
}
