import type { ErrorLanguage } from '@trading-platform/domain-types/error-texts';
import type { ClassOrigin } from '../class-origin.js';
import type { UnreadableReason } from '../parse-body.js';
import type { NamedCodes, RefusedCodes } from '../refused-members.js';

/** A task of the thread: to judge a body, or to add refused members to the defects of a judged body and
 * to translate them. */
export type Task = JudgeTask | JoinTask;

export interface JudgeTask {
  readonly kind: 'judge';
  readonly requestClass: ClassOrigin;
  readonly body: Uint8Array;
  readonly wantsDigest: boolean;
}

/** `defects` and `places` come from an earlier answer (`Judged`). The new answer is in `language`. */
export interface JoinTask extends Pick<Judged, 'defects' | 'places'> {
  readonly kind: 'join';
  readonly requestClass: ClassOrigin;
  readonly refused: RefusedCodes;
  readonly language: ErrorLanguage;
}

/** Parts that may be long are JSON as bytes: a buffer is transferred between threads, but an object would be copied. */
export interface Judged {
  /** The known fields. */
  readonly value: Uint8Array;
  readonly ignoredFields: string | undefined;
  readonly named: NamedCodes;
  readonly hasDefects: boolean;
  /** A list of `ErrorEntry`. */
  readonly defects: Uint8Array;
  /** A list of `NamedMember`. */
  readonly places: Uint8Array;
  readonly digest: string | undefined;
}

export type Answer =
  | { readonly kind: 'judged'; readonly judged: Judged }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }
  | { readonly kind: 'joined'; readonly defects: Uint8Array };
