import { type ErrorCode, type ErrorEntry, errorCode, slipStatus } from '@trading-platform/domain-types';
import { errorDetail, errorText } from '@trading-platform/domain-types/error-texts';

/** A slip that a request names, as the buyer sees it. */
export interface GenerableSlip {
  readonly tradeId: string;
  readonly statusCode: string;
  readonly version: number;
  /** The version of the slip before order generation sent it, or undefined if order generation did not send the slip. */
  readonly sentFrom: number | undefined;
  /** The reason why the planned order cannot be sent today, or undefined if it can be sent. */
  readonly refusal: PlannedRefusal | undefined;
  /** The first moment at which the buyer cannot change the order any more, if it is sent now. */
  readonly changeUntil?: string;
}

/** The reasons why a planned order is refused: today's settings refuse it, or its amounts are too large for a slip. */
export type PlannedRefusal = 'order-blocked' | 'wish-not-possible' | 'amount-not-possible';

/** One element of an order generation request. */
export interface GenerationPlace {
  readonly tradeId: string;
  /** The element of `version_list`, or undefined if the request has no `version_list`. */
  readonly version: number | undefined;
  /** The slip that the element names. Undefined if the slip is unknown, or if the caller does not see its buyer. */
  readonly slip: GenerableSlip | undefined;
}

/** The decision for one element of the request. */
export type GenerationStep =
  /** The planned order is sent, unless its version changes in the meantime. */
  | 'send'
  /** The order was sent before, so it remains unchanged. */
  | 'leave'
  /** Another update was applied first, or a slip with this status cannot be sent. */
  | 'conflict'
  | 'unknown'
  | PlannedRefusal;

/** Decides about one element of an order generation request (Spec 4.11). */
export function generationStep({ slip, version }: GenerationPlace): GenerationStep {
  if (slip === undefined) return 'unknown';
  switch (slip.statusCode) {
    case slipStatus.planned:
      return isVersion(version, slip.version) ? (slip.refusal ?? 'send') : 'conflict';
    case slipStatus.ordered:
      return isVersion(version, slip.version, slip.sentFrom) ? 'leave' : 'conflict';
    default:
      return 'conflict';
  }
}

/** If the request names no version of a slip, any version of the slip is accepted. */
function isVersion(named: number | undefined, ...known: readonly (number | undefined)[]): boolean {
  return named === undefined || known.includes(named);
}

/** The decision for a whole request for order generation. */
export type Generation =
  /** The slips that are to be sent, each once, because all elements of the request were accepted. */
  | { readonly send: readonly GenerableSlip[] }
  /** The refusals of all elements, in the order of the request. No slip is sent. */
  | { readonly errors: readonly [ErrorEntry, ...ErrorEntry[]] };

/** Decides about a whole request: either all slips are sent or none. */
export function judgeGeneration(places: readonly GenerationPlace[]): Generation {
  const steps = places.map((place) => ({ place, step: generationStep(place) }));
  const [first, ...others] = steps.flatMap(({ step }, index) => errorsOf(step, index));
  if (first !== undefined) return { errors: [first, ...others] };
  const sent = steps.filter(({ step }) => step === 'send').map(({ place }) => place.slip as GenerableSlip);
  return { send: [...new Map(sent.map((slip) => [slip.tradeId, slip])).values()] };
}

/** Returns the refusals of the elements whose slips changed while the request was being judged. */
export function conflictErrors(places: readonly GenerationPlace[], updatedElsewhere: readonly string[]): ErrorEntry[] {
  const changed = new Set(updatedElsewhere);
  return places.flatMap(({ tradeId }, index) => (changed.has(tradeId) ? errorsOf('conflict', index) : []));
}

const codeOfStep: Readonly<Record<Exclude<GenerationStep, 'send' | 'leave'>, ErrorCode>> = {
  conflict: errorCode.updatedElsewhere,
  unknown: errorCode.slipUnknown,
  'order-blocked': errorCode.orderingBlocked,
  'wish-not-possible': errorCode.hopedDateImpossible,
  'amount-not-possible': errorCode.quantityAgainstLot,
};

function errorsOf(step: GenerationStep, index: number): readonly ErrorEntry[] {
  if (step === 'send' || step === 'leave') return [];
  const code = codeOfStep[step];
  const detail = step === 'amount-not-possible' ? errorText('plannedTooLarge') : errorDetail(code);
  return [{ error_item: `trade_id_list[${index}]`, error_code: code, error_detail: detail }];
}
