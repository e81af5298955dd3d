import { Body, HttpCode, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import { batchCheckRequest, batchGetRequest as batchGetRecord, errorCode } from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { TradeUpdateStore, takenUpdates, tradeUpdate } from '@trading-platform/ordering';
import {
  BatchCheckRequest,
  type BatchGetRequest,
  batchGetRequest,
  TradeUpdateRequest,
} from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BatchErrorFilter } from '../../batches/batch-error.filter.js';
import { checkPreferences, requestPreferences } from '../../batches/batch-preferences.js';
import { idempotencyHeader } from '../../batches/idempotency-key.js';
import { InputSteps, inputBodyBytes } from '../../batches/input-steps.js';
import { DataApi } from '../../caller/data-api.js';
import { BodyOf } from '../../http/body-of.js';
import { LargeBody } from '../../http/large-body.js';
import type { PassedOnBody } from '../../http/passed-on-body.js';
import { Operation } from '../../reference/operation.decorator.js';

const itemCodes = [
  errorCode.missing,
  errorCode.notAllowed,
  errorCode.batchUnknown,
  errorCode.batchNotFinished,
  errorCode.rangeInvalid,
  errorCode.productNotOrderable,
  errorCode.updatedElsewhere,
  errorCode.orderingBlocked,
  errorCode.duplicate,
  errorCode.noDeliveryDate,
  errorCode.hopedDateImpossible,
  errorCode.quantityAgainstLot,
  errorCode.slipUnknown,
  errorCode.actionNotPossible,
];

/** Serves updates of slips, their status and their results (Spec 4.11). */
@DataApi(tradeUpdate.title)
@UseFilters(BatchErrorFilter)
export class TradeUpdateController {
  constructor(
    private readonly steps: InputSteps,
    private readonly store: TradeUpdateStore,
  ) {}

  @Post(tradeUpdate.paths.request)
  @HttpCode(200)
  @LargeBody(inputBodyBytes)
  @Operation({
    right: tradeUpdate.right,
    call: calls.update,
    request: tradeUpdate.request,
    answer: tradeUpdate.requestAnswer,
    headers: { ...idempotencyHeader, ...requestPreferences },
    answerHeaders: ['Preference-Applied', 'Retry-After'],
    codes: [errorCode.tooLong, errorCode.idempotencyKeyReused],
  })
  request(
    @BodyOf(TradeUpdateRequest) body: PassedOnBody,
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.steps.request(tradeUpdate, body, { caller, request, reply });
  }

  @Post([tradeUpdate.paths.check, tradeUpdate.paths.confirm])
  @HttpCode(200)
  @Operation({
    right: tradeUpdate.right,
    call: calls.updateCheck,
    request: batchCheckRequest,
    answer: tradeUpdate.checkAnswer,
    headers: checkPreferences,
    answerHeaders: ['Preference-Applied', 'Retry-After'],
    codes: [errorCode.batchUnknown],
  })
  check(
    @Body() batch: BatchCheckRequest,
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.steps.check(tradeUpdate, batch, { caller, request, reply });
  }

  @Post(tradeUpdate.paths.get)
  @HttpCode(200)
  @Operation({
    right: tradeUpdate.right,
    call: calls.updateResults,
    request: batchGetRecord,
    answer: tradeUpdate.answer,
    answerHeaders: ['X-Range-Crc32'],
    codes: [errorCode.batchUnknown, errorCode.batchNotFinished],
    itemCodes,
  })
  get(
    @BodyOf(batchGetRequest()) range: BatchGetRequest,
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.steps.get(tradeUpdate, range, { caller, request, reply }, (input, places) =>
      takenUpdates(this.store, caller.memberCode, input, places),
    );
  }
}
