import { Body, HttpCode, Post } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import { apiPaths, errorCode, orderGenerateAnswer, orderGenerateRequest } from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { OrderGeneration, slipActor } from '@trading-platform/ordering';
import { OrderGenerateRequest } from '@trading-platform/validation';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal } from '../../http/api-refusal.js';
import { Operation } from '../../reference/operation.decorator.js';

/** Serves order data generation (Spec 4.11). */
@DataApi('Order data generation')
export class OrderGenerationController {
  constructor(private readonly generation: OrderGeneration) {}

  @Post(apiPaths.orderGenerate)
  @HttpCode(200)
  @Operation({
    right: 'order',
    call: calls.orderGenerate,
    request: orderGenerateRequest,
    answer: orderGenerateAnswer,
    codes: [
      errorCode.updatedElsewhere,
      errorCode.orderingBlocked,
      errorCode.hopedDateImpossible,
      errorCode.quantityAgainstLot,
      errorCode.slipUnknown,
    ],
  })
  async generate(@Body() request: OrderGenerateRequest, @Caller() caller: AccessTokenClaims) {
    const generated = await this.generation.generate(request, caller.memberCode, slipActor(caller));
    if ('errors' in generated) throw ApiRefusal.ofAll(generated.errors);
    return { result_list: generated.orders };
  }
}
