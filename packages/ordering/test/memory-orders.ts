import type { RefusedMember } from '../src/member/refused-member.js';
import type { OrderPair } from '../src/order/order-pair.js';
import { type AskedPair, OrderSource } from '../src/order/order-source.js';
import { OrderStore, type OrderToTake, type TakenOrder } from '../src/order/order-store.js';
import type { BoundUploadNo } from '../src/order/upload-number.js';

/** One pair for all orders, or the members that are refused. */
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

/** Upload numbers and what was taken under them, in memory. */
export class MemoryOrders extends OrderStore {
  readonly bound = new Map<string, BoundUploadNo>();
  readonly groups: (readonly string[])[] = [];
  /** The fields of orders whose members are gone by the time they are taken, by `upload_no`. */
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
