import { type ConcernsDestination, concernsDestination } from './order-destination.js';

/** One row of the order block settings (Spec 2.6 `orderblock[]`). */
export interface OrderBlock extends ConcernsDestination {
  /** The member code of the buyer, or an empty text if the block applies to all buyers of the seller. */
  readonly memberCodeBuyer: string;
  /** `order_block_flg` is 1. */
  readonly blocks: boolean;
}

/** Rule "order block": blocks of the pair and the seller's general blocks all apply (Spec 4.5). */
export function findOrderBlock(blocks: readonly OrderBlock[], memberCodeOrderTo: string): OrderBlock | undefined {
  return blocks.find((block) => block.blocks && concernsDestination(block, memberCodeOrderTo));
}
