import type { Probe } from '../probe/probe.js';

/**
 * A condition without which a check cannot be made:
 *
 * - `market`: the kit's own market is loaded, and the accounts of its members are known
 * - `records`: the account of `head` has at least three products in a master download
 * - `redirect uri`: the registered callback address of the client is known
 * - `other client`: a second client of the same user is known
 * - `other member`: an account of a member without relation to `head` is known
 * - `receiver`: the deployment can push messages to this kit
 */
export type Need = 'market' | 'records' | 'redirect uri' | 'other client' | 'other member' | 'receiver';

/** A sentence of the contract that can be tested. */
export interface Requirement {
  /** The letters of the group and a number that is never used again, such as `TOK-012`. */
  readonly id: string;
  /** A section of the contract, such as `4.2`, or the anchor of an open point, such as `open-points: lifetimes`. */
  readonly source: string;
  /** What the contract says, in one sentence. */
  readonly says: string;
  /** Default: `must`. */
  readonly level?: 'must' | 'should';
  readonly needs?: readonly Need[];
  /**
   * The check runs alone, after all others. Either the check compares data that other checks change, or it changes data
   * that other checks compare.
   */
  readonly alone?: true;
  /**
   * Returns if the deployment does what the contract says, and otherwise throws.
   *
   * @throws Finding if the deployment does not; CannotJudge if the check is impossible on this deployment
   */
  readonly check: (probe: Probe) => Promise<unknown>;
}
