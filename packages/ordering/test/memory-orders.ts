import type { RefusedMember } from '../src/member/refused-member.js';
import type { OrderPair } from '../src/order/order-pair.js';
import { type AskedPair, OrderSource } from '../src/order/order-source.js';
import { OrderStore, type OrderToTake, type TakenOrder } from '../src/order/order-store.js';
import type { BoundUploadNo } from '../src/order/upload-number.js';

/** A source with the same pair for all orders, or with the same refused members for all orders. */
export class OnePair extends OrderSource {
  readonly asked: (readonly AskedPair[])[] = [];

  constructor(private readonly pair: OrderPair | readonly RefusedMember[]) {
    super();
  }

  async readPairs(_caller: string, pairs: readonly AskedPair[]) {
    this.asked.push(pairs);
    return pairs.map(() => this.pair);
  }
}

/** A store in memory of upload numbers and of the orders that were accepted under these numbers. */
export class MemoryOrders extends OrderStore {
  readonly bound = new Map<string, BoundUploadNo>();
  readonly groups: (readonly string[])[] = [];
  /** For each `upload_no`, the fields whose members no longer exist when the order is stored. */
  readonly gone = new Map<string, readonly RefusedMember[]>();

  async findUploadNos(_caller: string, uploadNos: readonly string[]) {
    return new Map([...this.bound].filter(([uploadNo]) => uploadNos.includes(uploadNo)));
  }

  async take(orders: readonly OrderToTake[]): Promise<readonly TakenOrder[]> {
    this.groups.push(orders.map(({ accepted }) => accepted.order.upload_no));
    return orders.map(({ accepted, digest }) => {
      const { upload_no } = accepted.order;
      const bound = this.bound.get(upload_no);
      if (bound !== undefined) return { bound };
      const refused = this.gone.get(upload_no);
      if (refused !== undefined) return { refused };
      const slip = { tradeId: `t-${upload_no}`, checkNumber: `n-${upload_no}`, version: 1 };
      this.bound.set(upload_no, { digest, slip });
      return { taken: slip };
    });
  }

  findOrders(): never {
    throw new Error('No upload asks for it');
  }

  send(): never {
    throw new Error('No upload asks for it');
  }
}
