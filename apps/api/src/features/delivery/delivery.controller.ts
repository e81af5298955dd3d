import { Body, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import {
  apiPaths,
  type DeliveryDate,
  deliveryDateAnswer,
  deliveryDateRequest,
  deliveryExplanationAnswer,
  errorCode,
} from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { type DeliveryLookup, ShortestDeliveryDates } from '@trading-platform/ordering';
import { DeliveryDateLookupRequest } from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal, errorOf } from '../../http/api-refusal.js';
import { type Wording, wordingFor } from '../../http/wording.js';
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
    call: calls.deliveryDate,
    request: deliveryDateRequest,
    answer: deliveryDateAnswer,
    itemCodes,
  })
  async lookUp(
    @Body() request: DeliveryDateLookupRequest,
    @Caller() { memberCode }: AccessTokenClaims,
    @Req() call: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return detailsList(await this.dates.lookUp(request, memberCode), wordingFor({ request: call, reply }));
  }

  @Post(`${apiPaths.deliveryDate}/explain`)
  @HttpCode(200)
  @Operation({
    right: 'lookup',
    call: calls.deliveryExplanation,
    request: deliveryDateRequest,
    answer: deliveryExplanationAnswer,
    itemCodes,
  })
  async explain(
    @Body() request: DeliveryDateLookupRequest,
    @Caller() { memberCode }: AccessTokenClaims,
    @Req() call: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return detailsList(await this.dates.explain(request, memberCode), wordingFor({ request: call, reply }));
  }
}

function detailsList<Detail extends DeliveryDate>(
  outcome: DeliveryLookup<Detail>,
  wording: Wording | undefined,
): { readonly details_list: readonly Detail[] } {
  if ('refused' in outcome) {
    throw ApiRefusal.ofAll(outcome.refused.map((item) => errorOf(errorCode.memberNotVisible, { item })));
  }
  const { details } = outcome;
  return { details_list: wording === undefined ? details : details.map((detail) => inWords(detail, wording)) };
}

function inWords<Detail extends DeliveryDate>(detail: Detail, wording: Wording): Detail {
  if (detail.detail_error_list.length === 0) return detail;
  const inLanguage = (error: DeliveryDate['detail_error_list'][number]) => ({
    ...error,
    errorDetail: wording.detail(error.errorDetail),
  });
  return { ...detail, detail_error_list: detail.detail_error_list.map(inLanguage) };
}
