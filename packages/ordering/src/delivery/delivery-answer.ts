import { type DeliveryDate, type ErrorCode, errorCode, errorTable } from '@trading-platform/domain-types';
import { formatDay } from './civil-day.js';
import { rangesOf } from './day-range.js';
import type { DeliveryStep } from './delivery-step.js';
import { deliveryStepSentence } from './delivery-step-sentence.js';
import type { DeliveryRefusal, ProductAnswer } from './judge-products.js';

/** One rule at work, for people. Dates are `""` where the rule moved nothing. */
export interface ExplainedStep {
  /** Stable name of the rule. */
  readonly rule: DeliveryStep['rule'];
  readonly from_date: string;
  readonly to_date: string;
  /** The days that a lead time passes over; both ends are among them. Empty with every other rule. */
  readonly not_counted_list: readonly { readonly first_date: string; readonly last_date: string }[];
  readonly text_ja: string;
  readonly text_en: string;
}

/** A product of an explanation: its answer, and how it came about, step by step. */
export interface DeliveryExplanation extends DeliveryDate {
  readonly step_list: readonly ExplainedStep[];
}

const codeOfRefusal: Readonly<Record<DeliveryRefusal, ErrorCode>> = {
  'not-orderable': errorCode.productNotOrderable,
  'order-blocked': errorCode.orderingBlocked,
  'no-date': errorCode.noDeliveryDate,
  'wish-not-possible': errorCode.hopedDateImpossible,
};

/** Writes an answer as the contract does (Spec 4.5). */
export function deliveryDateOf({ catalogId, day, refusal }: ProductAnswer, index: number): DeliveryDate {
  return {
    catalog_id: catalogId,
    shortest_delivery_date: day === undefined ? '' : formatDay(day),
    detail_error_list: refusal === undefined ? [] : [refusalEntry(refusal, index)],
  };
}

function refusalEntry(refusal: DeliveryRefusal, index: number): DeliveryDate['detail_error_list'][number] {
  const field = refusal === 'wish-not-possible' ? 'hope_delivery_date' : 'catalog_id';
  const code = codeOfRefusal[refusal];
  return { errorItem: `details_list[${index}].${field}`, errorCode: code, errorDetail: errorTable[code].detail };
}

/** Writes an answer with its steps. */
export function explanationOf(answer: ProductAnswer, index: number): DeliveryExplanation {
  return { ...deliveryDateOf(answer, index), step_list: answer.steps.map(explainedStep) };
}

function explainedStep(step: DeliveryStep): ExplainedStep {
  const { ja, en } = deliveryStepSentence(step);
  return {
    rule: step.rule,
    from_date: 'from' in step ? formatDay(step.from) : '',
    to_date: 'to' in step ? formatDay(step.to) : '',
    not_counted_list: rangesOf('passedOver' in step ? step.passedOver : []).map(({ first, last }) => ({
      first_date: formatDay(first),
      last_date: formatDay(last),
    })),
    text_ja: ja,
    text_en: en,
  };
}
