import { Body, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import { apiPaths, errorCode, type FcPrice, fcPriceAnswer, fcPriceRequest } from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { FcPrices } from '@trading-platform/ordering';
import { FcPriceLookupRequest } from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataApi } from '../../caller/data-api.js';
import { type Wording, wordingFor } from '../../http/wording.js';
import { Operation } from '../../reference/operation.decorator.js';

/** Serves the FC price lookup (Spec 4.9). */
@DataApi('FC price')
export class FcPriceController {
  constructor(private readonly prices: FcPrices) {}

  @Post(apiPaths.fcPrice)
  @HttpCode(200)
  @Operation({
    right: 'lookup',
    call: calls.fcPrice,
    request: fcPriceRequest,
    answer: fcPriceAnswer,
    itemCodes: [errorCode.memberNotVisible, errorCode.productNotOrderable],
  })
  async lookUp(
    @Body() request: FcPriceLookupRequest,
    @Caller() { memberCode }: AccessTokenClaims,
    @Req() call: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const item = await this.prices.lookUp(request, memberCode);
    const wording = wordingFor({ request: call, reply });
    return { item: wording === undefined ? item : item.map((price) => inWords(price, wording)) };
  }
}

function inWords(price: FcPrice, wording: Wording): FcPrice {
  if (price.detail_err_list.length === 0) return price;
  const inLanguage = (error: FcPrice['detail_err_list'][number]) => ({
    ...error,
    error_detail: wording.detail(error.error_detail),
  });
  return { ...price, detail_err_list: price.detail_err_list.map(inLanguage) };
}
