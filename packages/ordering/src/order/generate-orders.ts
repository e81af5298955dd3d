import {
  type ErrorCode,
  type ErrorEntry,
  errorCode,
  errorTable,
  ownLimits,
  slipStatus,
} from '@trading-platform/domain-types';

/** A slip that a request names, as the buyer's side has it. */
export interface GenerableSlip {
  readonly tradeId: string;
  readonly statusCode: string;
  readonly version: number;
  /** The version that order generation sent it from; nothing if it was never planned, or is not sent. */
  readonly sentFrom: number | undefined;
  /** Why the planned order cannot be sent today; nothing where it can. */
  readonly refusal: PlannedRefusal | undefined;
}

/** What the settings say today of a planned order, or that its amounts are none that a slip can have. */
export type PlannedRefusal = 'order-blocked' | 'wish-not-possible' | 'amount-not-possible';

/** One place of an order generation request. */
export interface GenerationPlace {
  readonly tradeId: string;
  /** From `version_list`; nothing without one. */
  readonly version: number | undefined;
  /** Nothing for a slip that is unknown, or not the caller's as buyer. */
  readonly slip: GenerableSlip | undefined;
}

/** What is done at a place. */
export type GenerationStep =
  /** The planned order is sent, if its version is still the one that was judged. */
  | 'send'
  /** It was sent before: it is left as it is. */
  | 'leave'
  /** Another update was applied first, or the slip is past sending. */
  | 'conflict'
  | 'unknown'
  | PlannedRefusal;

/** The decision for one place of an order generation request (Spec 4.11). */
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

/** A request without a version goes with any. */
function isVersion(named: number | undefined, ...known: readonly (number | undefined)[]): boolean {
  return named === undefined || known.includes(named);
}

/** What a request for order generation comes to. */
export type Generation =
  /** All places are possible; these slips are to be sent, each once. */
  | { readonly send: readonly GenerableSlip[] }
  /** Nothing is sent; the refusals of all places, in their order. */
  | { readonly errors: readonly [ErrorEntry, ...ErrorEntry[]] };

/** Decides on a whole request: all or none. */
export function judgeGeneration(places: readonly GenerationPlace[]): Generation {
  const steps = places.map((place) => ({ place, step: generationStep(place) }));
  const [first, ...others] = steps.flatMap(({ step }, index) => errorsOf(step, index));
  if (first !== undefined) return { errors: [first, ...others] };
  const sent = steps.filter(({ step }) => step === 'send').map(({ place }) => place.slip as GenerableSlip);
  return { send: [...new Map(sent.map((slip) => [slip.tradeId, slip])).values()] };
}

/** What is told at the places of slips that were changed while the request was judged. */
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

const amountNotPossible = `The total of the slip is no decimal of at most ${ownLimits.priceDigits} digits before the point: order anew, and less.`;

function errorsOf(step: GenerationStep, index: number): readonly ErrorEntry[] {
  if (step === 'send' || step === 'leave') return [];
  const code = codeOfStep[step];
  const detail = step === 'amount-not-possible' ? amountNotPossible : errorTable[code].detail;
  return [{ error_item: `trade_id_list[${index}]`, error_code: code, error_detail: detail }];
}
