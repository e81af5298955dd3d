/** A call on its way through the proxy. A rule may change it before it passes it on. */
export interface PassedCall {
  readonly service: 'auth' | 'api';
  method: string;
  /** With its query; in the data API after the prefix, else whole. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** An answer on its way back. A rule may change it. */
export interface PassedAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Asks the service. */
export type Pass = (call?: PassedCall) => Promise<PassedAnswer>;

/** What the proxy does with each call. A rule that must remember something keeps it to itself. */
export type Rule = (call: PassedCall, pass: Pass) => Promise<PassedAnswer>;

/** A deployment that is wrong in one thing. */
export interface Mutant {
  /** What is wrong, in a few words; no two of a group have the same. */
  readonly name: string;
  /** Ids of requirements, each of which must notice it. */
  readonly noticedBy: readonly string[];
  /** A rule for one run, without memory of others. */
  readonly rule: () => Rule;
}

/** An object of a body, as it is changed. */
export type Fields = Record<string, unknown>;

/** Changes an answer in place. */
export type Edit = (answer: PassedAnswer, call: PassedCall) => void;

/** Changes a call in place before the service gets it. */
export type Change = (call: PassedCall) => void;

/** Whether a call is meant. */
export type Is = (call: PassedCall) => boolean;

/** Which calls are meant: the whole path without its query, or a pattern of it. */
export type Where = string | RegExp;
