import { type DeliveryDate, type ErrorCode, errorCode } from '@trading-platform/domain-types';
import { errorDetail } from '@trading-platform/domain-types/error-texts';
import { formatDay } from './civil-day.js';
import { rangesOf } from './day-range.js';
import type { DeliveryStep } from './delivery-step.js';
import { deliveryStepSentence } from './delivery-step-sentence.js';
import type { DeliveryRefusal, ProductAnswer } from './judge-products.js';

/** One step of the calculation, as a support person reads it. If the rule did not move the date, both dates are `""`. */
export interface ExplainedStep {
  /** The name of the rule, which never changes. */
  readonly rule: DeliveryStep['rule'];
  readonly from_date: string;
  readonly to_date: string;
  /**
   * The days that the lead time does not count, as ranges that include their first and last day. The list of skipped days is
   * empty for all rules except the lead time.
   */
  readonly not_counted_list: readonly { readonly first_date: string; readonly last_date: string }[];
  readonly text_ja: string;
  readonly text_en: string;
}

/** The answer for one product, with the steps of its calculation. */
export interface DeliveryExplanation extends DeliveryDate {
  readonly step_list: readonly ExplainedStep[];
}

const codeOfRefusal: Readonly<Record<DeliveryRefusal, ErrorCode>> = {
  'not-orderable': errorCode.productNotOrderable,
  'order-blocked': errorCode.orderingBlocked,
  'no-date': errorCode.noDeliveryDate,
  'wish-not-possible': errorCode.hopedDateImpossible,
};

/** Converts an answer to the form of the contract (Spec 4.5). */
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
  return { errorItem: `details_list[${index}].${field}`, errorCode: code, errorDetail: errorDetail(code) };
}

/** Converts an answer to the form of the contract, with its steps. */
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
