import { HttpCode, Post } from '@nestjs/common';
import { apiPaths, errorCode } from '@trading-platform/domain-types';
import { type DeliveryLookup, ShortestDeliveryDates } from '@trading-platform/ordering';
import { DeliveryDateLookupRequest } from '@trading-platform/validation';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal, errorOf } from '../../http/api-refusal.js';
import { Call } from '../../http/call.js';
import { CallOf } from '../../http/call-of.js';

/** Shortest delivery date, and how it came about (Spec 4.5). */
@DataApi()
export class DeliveryController {
  constructor(private readonly dates: ShortestDeliveryDates) {}

  @Post(apiPaths.deliveryDate)
  @HttpCode(200)
  lookUp(@CallOf(DeliveryDateLookupRequest) call: Call<DeliveryDateLookupRequest>) {
    return call.served(this.dates.lookUp(call.body, call.caller.memberCode).then(detailsList));
  }

  @Post(`${apiPaths.deliveryDate}/explain`)
  @HttpCode(200)
  explain(@CallOf(DeliveryDateLookupRequest) call: Call<DeliveryDateLookupRequest>) {
    return call.served(this.dates.explain(call.body, call.caller.memberCode).then(detailsList));
  }
}

function detailsList<Detail>(outcome: DeliveryLookup<Detail>): { readonly details_list: readonly Detail[] } {
  if ('refused' in outcome) {
    throw ApiRefusal.ofAll(outcome.refused.map((item) => errorOf(errorCode.memberNotVisible, { item })));
  }
  return { details_list: outcome.details };
}
