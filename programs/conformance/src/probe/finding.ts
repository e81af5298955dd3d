import type { Exchange } from '../http/exchange.js';

/** Thrown if a check has found a difference from the contract. */
export class Finding extends Error {
  override readonly name = 'Finding';
  /** The call in which the difference was found. */
  readonly exchange: Exchange | undefined;

  constructor(found: string, exchange?: Exchange) {
    super(found);
    this.exchange = exchange;
  }
}

/** Thrown if a check cannot be made on this deployment. The message contains the reason. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}
