import type { Exchange } from '../http/exchange.js';

/** What a check has found that is not as the contract says. */
export class Finding extends Error {
  override readonly name = 'Finding';
  /** The call that it was found in. */
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
