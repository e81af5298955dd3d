import { HttpCode, Inject, Post } from '@nestjs/common';
import type { Database } from '@trading-platform/database';
import { apiPaths, errorCode } from '@trading-platform/domain-types';
import { ShortestDeliveryDates } from '@trading-platform/ordering';
import { createDeliverySource } from '@trading-platform/ordering/typeorm';
import { DeliveryDateLookupRequest } from '@trading-platform/validation';
import { callerOf } from '../caller/caller.js';
import { ApiRefusal } from '../http/api-refusal.js';
import { DataApi } from '../http/data-api.js';
import { type HttpCall, HttpCallOf, RequestOf } from '../http/request-of.js';
import { ORDERING_DATABASE } from '../ordering/ordering.module.js';

/** Shortest delivery date, and how it came about (Spec 4.5). */
@DataApi()
export class DeliveryController {
  readonly #dates: ShortestDeliveryDates;

  constructor(@Inject(ORDERING_DATABASE) database: Database) {
    this.#dates = new ShortestDeliveryDates({ source: createDeliverySource(database) });
  }

  @Post(apiPaths.deliveryDate)
  @HttpCode(200)
  async lookUp(
    @HttpCallOf() { request }: HttpCall,
    @RequestOf(DeliveryDateLookupRequest) question: DeliveryDateLookupRequest,
  ) {
    return answered(await this.#dates.lookUp(question, callerOf(request).memberCode));
  }

  @Post(`${apiPaths.deliveryDate}/explain`)
  @HttpCode(200)
  async explain(
    @HttpCallOf() { request }: HttpCall,
    @RequestOf(DeliveryDateLookupRequest) question: DeliveryDateLookupRequest,
  ) {
    return answered(await this.#dates.explain(question, callerOf(request).memberCode));
  }
}

type Outcome<Detail> = { readonly details: readonly Detail[] } | { readonly refused: string };

function answered<Detail>(outcome: Outcome<Detail>): { details_list: readonly Detail[] } {
  if ('refused' in outcome) throw ApiRefusal.of(errorCode.memberNotVisible, { item: outcome.refused });
  return { details_list: outcome.details };
}
