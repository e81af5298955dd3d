import type { Right } from '@trading-platform/domain-types';
import type { BothLanguages } from './common.js';

/**
 * - `signed-out`: there is no session, or it has expired, or its grant was ended; lead to `/sign-in?return=PATH` (401)
 * - `refused`: the platform found defects in the request, listed in `fields` (400)
 * - `not-permitted`: the console or its user may not do this; `right` is the right that the console lacks, if it lacks one (403)
 * - `not-found`: there is no such thing, or its records are no longer kept (404)
 * - `conflict`: another change came first, or an upload has begun (409)
 * - `too-large`: the body is larger than allowed (413)
 * - `too-many-calls`: call again after `retryAfterSeconds` (429)
 * - `wrong-call`: the page never makes such a call; its header or origin is missing, or its parameters are wrong (400,
 *   403, 404, 405, 415)
 * - `unavailable`: the platform cannot be reached or is not ready; another try may succeed (503)
 * - `internal`: a defect of ours (500)
 */
export type ConsoleErrorCode =
  | 'signed-out'
  | 'refused'
  | 'not-permitted'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'too-many-calls'
  | 'wrong-call'
  | 'unavailable'
  | 'internal';

/** A right of an application. */
export interface NamedRight {
  readonly name: Right;
  /** The words follow "This application may". */
  readonly words: BothLanguages;
}

/** One entry of `error_list` of the platform (Spec 2.2). */
export interface FieldError {
  /**
   * The field of the request, in the platform's notation, such as `status_code[1]`. The field is `""` if the error is
   * about no field.
   */
  readonly item: string;
  /** `E000005`. */
  readonly code: string;
  /** The platform's advice, in English. */
  readonly detail: string;
  /** The meaning of the code. */
  readonly meaning: BothLanguages;
}

/** The body of every answer with a status of 400 or more. */
export interface ConsoleErrorBody {
  readonly error: {
    readonly code: ConsoleErrorCode;
    /** One English sentence for developers. Pages have their own texts for each code. */
    readonly message: string;
    /**
     * The id of the call in the platform's logs. If the call did not reach the platform, the id of the call in the
     * console's logs.
     */
    readonly requestId: string;
    readonly fields: readonly FieldError[];
    readonly retryAfterSeconds?: number;
    /** The right that this application would need. */
    readonly right?: NamedRight;
  };
}
