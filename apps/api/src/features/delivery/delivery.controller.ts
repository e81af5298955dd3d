import { Body, HttpCode, Post } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import {
  apiPaths,
  deliveryDateAnswer,
  deliveryDateRequest,
  deliveryExplanationAnswer,
  errorCode,
} from '@trading-platform/domain-types';
import { type DeliveryLookup, ShortestDeliveryDates } from '@trading-platform/ordering';
import { DeliveryDateLookupRequest } from '@trading-platform/validation';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal, errorOf } from '../../http/api-refusal.js';
import { Operation } from '../../reference/operation.decorator.js';

const itemCodes = [
  errorCode.productNotOrderable,
  errorCode.orderingBlocked,
  errorCode.noDeliveryDate,
  errorCode.hopedDateImpossible,
];

/** Serves shortest delivery dates and explains how they were calculated (Spec 4.5). */
@DataApi('Shortest delivery date')
export class DeliveryController {
  constructor(private readonly dates: ShortestDeliveryDates) {}

  @Post(apiPaths.deliveryDate)
  @HttpCode(200)
  @Operation({
    right: 'lookup',
    summary: 'The earliest day on which each product can be delivered',
    request: deliveryDateRequest,
    answer: deliveryDateAnswer,
    itemCodes,
  })
  async lookUp(@Body() request: DeliveryDateLookupRequest, @Caller() { memberCode }: AccessTokenClaims) {
    return detailsList(await this.dates.lookUp(request, memberCode));
  }

  @Post(`${apiPaths.deliveryDate}/explain`)
  @HttpCode(200)
  @Operation({
    right: 'lookup',
    summary: 'The same, and step by step which rule moved each date',
    request: deliveryDateRequest,
    answer: deliveryExplanationAnswer,
    itemCodes,
  })
  async explain(@Body() request: DeliveryDateLookupRequest, @Caller() { memberCode }: AccessTokenClaims) {
    return detailsList(await this.dates.explain(request, memberCode));
  }
}

function detailsList<Detail>(outcome: DeliveryLookup<Detail>): { readonly details_list: readonly Detail[] } {
  if ('refused' in outcome) {
    throw ApiRefusal.ofAll(outcome.refused.map((item) => errorOf(errorCode.memberNotVisible, { item })));
  }
  return { details_list: outcome.details };
}
