/** A call on its way through the proxy. A rule may change it before it passes it on. */
export interface PassedCall {
  readonly service: 'auth' | 'api';
  method: string;
  /** With its query. In the data API it begins after the prefix. */
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

/** The behaviour of the proxy for each call. A rule with a memory keeps it to itself. */
export type Rule = (call: PassedCall, pass: Pass) => Promise<PassedAnswer>;

/** A deployment with one fault. */
export interface Mutant {
  /** The fault in a few words, unique in its group. */
  readonly name: string;
  /** Ids of requirements; each must notice the mutant. */
  readonly noticedBy: readonly string[];
  /** A rule for one run, without memory of others. */
  readonly rule: () => Rule;
}

/** A changeable object of a body. */
export type Fields = Record<string, unknown>;

/** Changes an answer in place. */
export type Edit = (answer: PassedAnswer, call: PassedCall) => void;

/** Changes a call in place before the service gets it. */
export type Change = (call: PassedCall) => void;

/** Whether a call is meant. */
export type Is = (call: PassedCall) => boolean;

/** The path of a call without its query, or a pattern of it. */
export type Where = string | RegExp;
