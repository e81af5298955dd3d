import type { Exchange } from '../http/exchange.js';

/** A check found something that differs from the contract. */
export class Finding extends Error {
  override readonly name = 'Finding';
  /** The call with the finding. */
  readonly exchange: Exchange | undefined;

  constructor(found: string, exchange?: Exchange) {
    super(found);
    this.exchange = exchange;
  }
}

/** A check could not be made here; the message says why. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}
