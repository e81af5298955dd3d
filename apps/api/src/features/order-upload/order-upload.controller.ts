import { Body, HttpCode, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import { batchCheckRequest, batchGetRequest as batchGetRecord, errorCode } from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { OrderStore, orderUpload, takenOrders } from '@trading-platform/ordering';
import {
  BatchCheckRequest,
  type BatchGetRequest,
  batchGetRequest,
  OrderUploadRequest,
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
  errorCode.notAllowed,
  errorCode.memberNotVisible,
  errorCode.productNotOrderable,
  errorCode.orderingBlocked,
  errorCode.duplicate,
  errorCode.noDeliveryDate,
  errorCode.hopedDateImpossible,
  errorCode.quantityAgainstLot,
];

/** Serves the order data upload, its status and its results (Spec 4.11). */
@DataApi(orderUpload.title)
@UseFilters(BatchErrorFilter)
export class OrderUploadController {
  constructor(
    private readonly steps: InputSteps,
    private readonly orders: OrderStore,
  ) {}

  @Post(orderUpload.paths.request)
  @HttpCode(200)
  @LargeBody(inputBodyBytes)
  @Operation({
    right: orderUpload.right,
    call: calls.upload,
    request: orderUpload.request,
    answer: orderUpload.requestAnswer,
    headers: { ...idempotencyHeader, ...requestPreferences },
    answerHeaders: ['Preference-Applied', 'Retry-After'],
    codes: [errorCode.tooLong, errorCode.idempotencyKeyReused],
  })
  request(
    @BodyOf(OrderUploadRequest) body: PassedOnBody,
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.steps.request(orderUpload, body, { caller, request, reply });
  }

  @Post([orderUpload.paths.check, orderUpload.paths.confirm])
  @HttpCode(200)
  @Operation({
    right: orderUpload.right,
    call: calls.uploadCheck,
    request: batchCheckRequest,
    answer: orderUpload.checkAnswer,
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
    return this.steps.check(orderUpload, batch, { caller, request, reply });
  }

  @Post(orderUpload.paths.get)
  @HttpCode(200)
  @Operation({
    right: orderUpload.right,
    call: calls.uploadResults,
    request: batchGetRecord,
    answer: orderUpload.answer,
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
    return this.steps.get(orderUpload, range, { caller, request, reply }, (input, places) =>
      takenOrders(this.orders, caller.memberCode, input, places),
    );
  }
}
