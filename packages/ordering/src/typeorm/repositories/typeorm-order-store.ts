import { Injectable } from '@nestjs/common';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import type { JapanTime } from '../../delivery/japan-time.js';
import { memberActor, type SlipActor } from '../../history/slip-change.js';
import {
  OrderStore,
  type OrderToTake,
  type SentSlips,
  type SlipToSend,
  type StoredOrder,
  type TakenOrder,
} from '../../order/order-store.js';
import type { BoundUploadNo } from '../../order/upload-number.js';
import { JsonBytes } from '../../record/json-bytes.js';
import { OrderingDatabase } from '../ordering-database.js';
import { takeRunningNumbers } from '../sql/common/counters.js';
import { keyText } from '../sql/common/own-numbers.js';
import { sendSlips } from '../sql/loads/send-slips.js';
import { findStoredOrders } from '../sql/orders/stored-orders.js';
import { type PreparedOrder, prepareOrder, takePrepared } from '../sql/orders/take-orders.js';
import { findUploadNumbers } from '../sql/orders/upload-numbers.js';

const ordersPerTurn = 10;
/** The maximum number of simultaneous calls of `take` by one upload. */
const roomsKept = 2;

/** The store of orders in a database. */
@Injectable()
export class TypeOrmOrderStore extends OrderStore {
  /**
   * The buffers in which slips are rendered. Buffers are reused, because new buffers for each upload made up most of the memory
   * that the garbage collector had to free.
   */
  readonly #rooms: JsonBytes[] = [];

  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  async findUploadNos(
    callerMemberCode: string,
    uploadNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUploadNo>> {
    const keys = uploadNos.map((uploadNo) => [callerMemberCode, uploadNo] as const);
    const found = await findUploadNumbers(this.database, keys);
    return new Map(keys.flatMap((key) => (found.has(keyText(key)) ? [[key[1], found.get(keyText(key))!]] : [])));
  }

  async take(orders: readonly OrderToTake[]): Promise<readonly TakenOrder[]> {
    if (orders.length === 0) return [];
    const first = await takeRunningNumbers(this.database, orders.length);
    const prepared: PreparedOrder[] = [];
    const room = this.#rooms.pop() ?? new JsonBytes();
    for (let start = 0; start < orders.length; start += ordersPerTurn) {
      const some = orders.slice(start, start + ordersPerTurn);
      room.clear();
      // Rendering all of them at once would delay others.
      // oxlint-disable-next-line no-await-in-loop
      prepared.push(
        ...(await Promise.all(some.map((order, index) => prepareOrder(order, first + start + index, room)))),
      );
    }
    // After a failure the buffer is not reused, because the compressor may still be reading bodies from it.
    if (this.#rooms.length < roomsKept) this.#rooms.push(room);
    return transactionWithEvents(this.database, (transaction) => takePrepared(transaction, prepared));
  }

  findOrders(callerMemberCode: string, tradeIds: readonly string[]): Promise<ReadonlyMap<string, StoredOrder>> {
    return findStoredOrders(this.database, callerMemberCode, tradeIds);
  }

  send(slips: readonly SlipToSend[], at: JapanTime, by: SlipActor = memberActor('')): Promise<SentSlips> {
    return sendSlips(this.database, slips, at, by);
  }
}
