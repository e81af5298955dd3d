import { Body, HttpCode, Post, Req, Res, type Type, UseFilters } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import {
  batchCheckAnswer,
  batchCheckRequest,
  batchGetRequest as batchGetRecord,
  batchRequestAnswer,
  errorCode,
} from '@trading-platform/domain-types';
import { downloadCalls } from '@trading-platform/domain-types/calls';
import { BatchCheckRequest, type BatchGetRequest, batchGetRequest } from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataApi } from '../caller/data-api.js';
import type { Env } from '../env.js';
import { BodyOf } from '../http/body-of.js';
import { Operation } from '../reference/operation.decorator.js';
import { BatchErrorFilter } from './batch-error.filter.js';
import { checkPreferences, downloadPreferences } from './batch-preferences.js';
import { preferences } from './delivery-preference.js';
import { DownloadSteps } from './download-steps.js';
import { idempotencyHeader } from './idempotency-key.js';
import type { ServedDownload } from './served-download.js';

/** Makes the controller of one download, with a handler for each of the three steps (Spec 4.6). */
export function downloadController(served: ServedDownload, env: Env): Type {
  const { download, requestClass, recordsPerGet } = served;

  @DataApi(download.title)
  @UseFilters(BatchErrorFilter)
  class DownloadController {
    constructor(private readonly steps: DownloadSteps) {}

    @Post(download.paths.request)
    @HttpCode(200)
    @Operation({
      right: download.right,
      call: downloadCalls.request,
      request: download.request,
      answer: batchRequestAnswer,
      headers: { ...idempotencyHeader, ...downloadPreferences },
      answerHeaders: ['Preference-Applied', 'Age', 'Retry-After', 'X-Change-Cursor'],
      codes: [errorCode.tooLong, errorCode.idempotencyKeyReused],
    })
    request(
      @BodyOf(requestClass(env)) filters: object,
      @Caller() caller: AccessTokenClaims,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ) {
      return this.steps.request(served, filters, { caller, request, reply });
    }

    @Post([download.paths.check, download.paths.confirm])
    @HttpCode(200)
    @Operation({
      right: download.right,
      call: downloadCalls.check,
      request: batchCheckRequest,
      answer: batchCheckAnswer,
      headers: checkPreferences,
      answerHeaders: ['Preference-Applied', 'Retry-After', 'X-Change-Cursor'],
      codes: [errorCode.batchUnknown],
    })
    check(
      @Body() batch: BatchCheckRequest,
      @Caller() caller: AccessTokenClaims,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ) {
      return this.steps.check(download, batch, { caller, request, reply });
    }

    @Post(download.paths.get)
    @HttpCode(200)
    @Operation({
      right: download.right,
      call: downloadCalls.get,
      request: batchGetRecord,
      answer: download.answer,
      headers: preferences,
      answerHeaders: ['X-Range-Crc32', 'Preference-Applied'],
      codes: [errorCode.batchUnknown, errorCode.batchNotFinished],
    })
    get(
      @BodyOf(batchGetRequest(recordsPerGet(env))) range: BatchGetRequest,
      @Caller() caller: AccessTokenClaims,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ) {
      return this.steps.get(download, range, { caller, request, reply });
    }
  }
  return DownloadController;
}
