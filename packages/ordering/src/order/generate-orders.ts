import {
  type ErrorCode,
  type ErrorEntry,
  errorCode,
  errorTable,
  ownLimits,
  slipStatus,
} from '@trading-platform/domain-types';

/** A slip of a request, in the view of the buyer's side. */
export interface GenerableSlip {
  readonly tradeId: string;
  readonly statusCode: string;
  readonly version: number;
  /** The version that order generation sent it from; undefined if it was never planned, or is not sent. */
  readonly sentFrom: number | undefined;
  /** Why the planned order cannot be sent today; undefined if it can. */
  readonly refusal: PlannedRefusal | undefined;
}

/** The refusals by today's settings, or of amounts that a slip cannot have. */
export type PlannedRefusal = 'order-blocked' | 'wish-not-possible' | 'amount-not-possible';

/** One place of an order generation request. */
export interface GenerationPlace {
  readonly tradeId: string;
  /** From `version_list`; undefined without one. */
  readonly version: number | undefined;
  /** Undefined if the slip is unknown, or the caller is not its buyer. */
  readonly slip: GenerableSlip | undefined;
}

/** The decision for a place. */
export type GenerationStep =
  /** The planned order is sent, if its version has not changed since. */
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

/** A request without a version agrees with any. */
function isVersion(named: number | undefined, ...known: readonly (number | undefined)[]): boolean {
  return named === undefined || known.includes(named);
}

/** The decision for a request for order generation. */
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

/** The refusals at the places of slips that changed while the request was judged. */
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
