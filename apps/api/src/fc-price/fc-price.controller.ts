import { HttpCode, Inject, Post } from '@nestjs/common';
import type { Database } from '@trading-platform/database';
import { apiPaths } from '@trading-platform/domain-types';
import { FcPrices } from '@trading-platform/ordering';
import { createFcPriceSource } from '@trading-platform/ordering/typeorm';
import { FcPriceLookupRequest } from '@trading-platform/validation';
import { callerOf } from '../caller/caller.js';
import { DataApi } from '../http/data-api.js';
import { type HttpCall, HttpCallOf, RequestOf } from '../http/request-of.js';
import { ORDERING_DATABASE } from '../ordering/ordering.module.js';

/** FC price (Spec 4.9). */
@DataApi()
export class FcPriceController {
  readonly #prices: FcPrices;

  constructor(@Inject(ORDERING_DATABASE) database: Database) {
    this.#prices = new FcPrices({ source: createFcPriceSource(database) });
  }

  @Post(apiPaths.fcPrice)
  @HttpCode(200)
  async lookUp(@HttpCallOf() { request }: HttpCall, @RequestOf(FcPriceLookupRequest) question: FcPriceLookupRequest) {
    return { item: await this.#prices.lookUp(question, callerOf(request).memberCode) };
  }
}
