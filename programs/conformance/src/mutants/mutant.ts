/** A call on its way through the proxy. A rule may change the call before it passes the call on. */
export interface PassedCall {
  readonly service: 'auth' | 'api';
  method: string;
  /** The path, including its query. For the data API, the path begins after the prefix. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** An answer of the service on its way back to the caller. A rule may change the answer. */
export interface PassedAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Passes the call on to the service and returns its answer. */
export type Pass = (call?: PassedCall) => Promise<PassedAnswer>;

/**
 * Decides what the proxy does with each call. A rule may remember earlier calls, but no two rules share this memory.
 */
export type Rule = (call: PassedCall, pass: Pass) => Promise<PassedAnswer>;

/** A mutant is a deployment with one fault. */
export interface Mutant {
  /** A short description of the fault. The description is unique in its group. */
  readonly name: string;
  /** The ids of the requirements that must notice the mutant. */
  readonly noticedBy: readonly string[];
  /** Makes a rule for one run. The rule remembers nothing from other runs. */
  readonly rule: () => Rule;
}

/** An object in a body that may be changed. */
export type Fields = Record<string, unknown>;

/** Changes an answer in place before the caller gets it. */
export type Edit = (answer: PassedAnswer, call: PassedCall) => void;

/** Changes a call in place before the service gets it. */
export type Change = (call: PassedCall) => void;

/** Decides whether a call is changed. */
export type Is = (call: PassedCall) => boolean;

/** The path of a call without its query, or a pattern for it. */
export type Where = string | RegExp;
