import type { Probe } from '../probe/probe.js';

/**
 * Conditions of a check:
 *
 * - `market`: the kit's own market is loaded, and the accounts of its members are known
 * - `records`: the account of `head` has at least three products in a master download
 * - `redirect uri`: the registered callback of the client is known
 * - `other client`: a second client of the same user is known
 * - `other member`: an account of a member without relation to `head` is known
 */
export type Need = 'market' | 'records' | 'redirect uri' | 'other client' | 'other member';

/** One testable sentence of the contract. */
export interface Requirement {
  /** The letters of its group and a number that is never used again: `TOK-012`. */
  readonly id: string;
  /** A section of the contract, `4.2`, or the anchor of an open point, `open-points: lifetimes`. */
  readonly source: string;
  /** What the contract says, in one sentence. */
  readonly says: string;
  /** Default: `must`. */
  readonly level?: 'must' | 'should';
  readonly needs?: readonly Need[];
  /** It runs alone, after all others: it compares data that they change, or changes data that they compare. */
  readonly alone?: true;
  /**
   * Ends if the deployment does what the contract says.
   *
   * @throws Finding if it does not; CannotJudge if nobody can know here
   */
  readonly check: (probe: Probe) => Promise<unknown>;
}
