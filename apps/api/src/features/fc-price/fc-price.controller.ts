import { HttpCode, Inject, Post } from '@nestjs/common';
import type { Database } from '@trading-platform/database';
import { apiPaths } from '@trading-platform/domain-types';
import { FcPrices } from '@trading-platform/ordering';
import { createFcPriceSource } from '@trading-platform/ordering/typeorm';
import { FcPriceLookupRequest } from '@trading-platform/validation';
import { DataApi } from '../../caller/data-api.js';
import { Call } from '../../http/call.js';
import { CallOf } from '../../http/call-of.js';
import { ORDERING_DATABASE } from '../../ordering/ordering.module.js';

/** FC price (Spec 4.9). */
@DataApi()
export class FcPriceController {
  readonly #prices: FcPrices;

  constructor(@Inject(ORDERING_DATABASE) database: Database) {
    this.#prices = new FcPrices({ source: createFcPriceSource(database) });
  }

  @Post(apiPaths.fcPrice)
  @HttpCode(200)
  lookUp(@CallOf(FcPriceLookupRequest) call: Call<FcPriceLookupRequest>) {
    return call.served(this.#prices.lookUp(call.body, call.caller.memberCode).then((item) => ({ item })));
  }
}
