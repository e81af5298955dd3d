import type { ClassOrigin } from '../class-origin.js';
import type { UnreadableReason } from '../parse-body.js';
import type { NamedCodes, RefusedCodes } from '../refused-members.js';

/** What a thread is asked: to judge a body, or to join its defects with those of the members that were refused since. */
export type Task = JudgeTask | JoinTask;

export interface JudgeTask {
  readonly kind: 'judge';
  readonly requestClass: ClassOrigin;
  readonly body: Uint8Array;
  readonly wantsDigest: boolean;
}

/** `defects` and `places` as `Judged` has them. */
export interface JoinTask extends Pick<Judged, 'defects' | 'places'> {
  readonly kind: 'join';
  readonly requestClass: ClassOrigin;
  readonly refused: RefusedCodes;
}

/** Whatever may be long is JSON in bytes: they change hands, where objects would be taken apart and made again. */
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
