import { Body, HttpCode, Post } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import { apiPaths, errorCode, fcPriceAnswer, fcPriceRequest } from '@trading-platform/domain-types';
import { FcPrices } from '@trading-platform/ordering';
import { FcPriceLookupRequest } from '@trading-platform/validation';
import { DataApi } from '../../caller/data-api.js';
import { Operation } from '../../reference/operation.decorator.js';

/** Serves the FC price lookup (Spec 4.9). */
@DataApi('FC price')
export class FcPriceController {
  constructor(private readonly prices: FcPrices) {}

  @Post(apiPaths.fcPrice)
  @HttpCode(200)
  @Operation({
    right: 'lookup',
    summary: 'The price that a franchise store pays for each product',
    request: fcPriceRequest,
    answer: fcPriceAnswer,
    itemCodes: [errorCode.memberNotVisible, errorCode.productNotOrderable],
  })
  async lookUp(@Body() request: FcPriceLookupRequest, @Caller() { memberCode }: AccessTokenClaims) {
    return { item: await this.prices.lookUp(request, memberCode) };
  }
}
