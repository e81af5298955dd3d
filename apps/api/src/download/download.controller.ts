import { HttpCode, Post, Res, type Type } from '@nestjs/common';
import { BatchCheckRequest, type BatchGetRequest, batchGetRequest } from '@trading-platform/validation';
import type { Env } from '../env.js';
import { DataApi } from '../http/data-api.js';
import { type HttpCall, HttpCallOf, RequestOf } from '../http/request-of.js';
import type { DownloadFeature } from './download-feature.js';
import { DownloadSteps } from './download-steps.js';

/** The controller of one download: its three steps at its paths (Spec 4.6). */
export function downloadController(feature: DownloadFeature, env: Env): Type {
  const GetRequest = batchGetRequest(feature.recordsPerGet(env));

  @DataApi()
  class DownloadController {
    constructor(private readonly steps: DownloadSteps) {}

    @Post(feature.paths.request)
    @HttpCode(200)
    request(@HttpCallOf() call: HttpCall, @RequestOf(feature.requestClass) body: object) {
      return this.steps.request(feature, call, body);
    }

    @Post([feature.paths.check, feature.paths.confirm])
    @HttpCode(200)
    check(@HttpCallOf() call: HttpCall, @RequestOf(BatchCheckRequest) body: BatchCheckRequest) {
      return this.steps.check(feature, call, body);
    }

    @Post(feature.paths.get)
    @HttpCode(200)
    get(@HttpCallOf() call: HttpCall, @RequestOf(GetRequest) body: BatchGetRequest, @Res() _reply: unknown) {
      return this.steps.get(feature, call, body);
    }
  }
  return DownloadController;
}
