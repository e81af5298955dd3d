import { Injectable } from '@nestjs/common';
import { OrderStore, orderUpload, takenOrders } from '@trading-platform/ordering';
import type { BatchCheckRequest, BatchGetRequest } from '@trading-platform/validation';
import type { BatchCall } from '../../batches/download-steps.js';
import { InputSteps } from '../../batches/input-steps.js';
import type { PassedOnBody } from '../../http/passed-on-body.js';

/** Performs the steps request, check and get of an order upload (Spec 4.11). */
@Injectable()
export class OrderUploadSteps {
  constructor(
    private readonly steps: InputSteps,
    private readonly orders: OrderStore,
  ) {}

  request(body: PassedOnBody, call: BatchCall) {
    return this.steps.request(orderUpload, body, call);
  }

  check(batch: BatchCheckRequest, call: BatchCall) {
    return this.steps.check(orderUpload, batch, call);
  }

  get(range: BatchGetRequest, call: BatchCall): Promise<void> {
    return this.steps.get(orderUpload, range, call, (input, places) =>
      takenOrders(this.orders, call.caller.memberCode, input, places),
    );
  }
}
