import { Injectable } from '@nestjs/common';
import { TradeUpdateStore, takenUpdates, tradeUpdate } from '@trading-platform/ordering';
import type { BatchCheckRequest, BatchGetRequest } from '@trading-platform/validation';
import type { BatchCall } from '../../batches/download-steps.js';
import { InputSteps } from '../../batches/input-steps.js';
import type { PassedOnBody } from '../../http/passed-on-body.js';

/** Performs the steps request, check and get of a trade update (Spec 4.11). */
@Injectable()
export class TradeUpdateSteps {
  constructor(
    private readonly steps: InputSteps,
    private readonly store: TradeUpdateStore,
  ) {}

  request(body: PassedOnBody, call: BatchCall) {
    return this.steps.request(tradeUpdate, body, call);
  }

  check(batch: BatchCheckRequest, call: BatchCall) {
    return this.steps.check(tradeUpdate, batch, call);
  }

  get(range: BatchGetRequest, call: BatchCall): Promise<void> {
    return this.steps.get(tradeUpdate, range, call, (input, places) =>
      takenUpdates(this.store, call.caller.memberCode, input, places),
    );
  }
}
