import { HttpCode, Post, Res, type Type } from '@nestjs/common';
import { BatchCheckRequest, type BatchGetRequest, batchGetRequest } from '@trading-platform/validation';
import { DataApi } from '../caller/data-api.js';
import type { Env } from '../env.js';
import { Call } from '../http/call.js';
import { CallOf } from '../http/call-of.js';
import type { DownloadFeature } from './download-feature.js';
import { DownloadSteps } from './download-steps.js';

/** The controller of one download: its three steps at its paths (Spec 4.6). */
export function downloadController(feature: DownloadFeature, env: Env): Type {
  const FeatureRequest = feature.requestClass(env);
  const GetRequest = batchGetRequest(feature.recordsPerGet(env));

  @DataApi()
  class DownloadController {
    constructor(private readonly steps: DownloadSteps) {}

    @Post(feature.download.paths.request)
    @HttpCode(200)
    request(@CallOf(FeatureRequest) call: Call) {
      return call.served(this.steps.request(feature, call));
    }

    @Post([feature.download.paths.check, feature.download.paths.confirm])
    @HttpCode(200)
    check(@CallOf(BatchCheckRequest) call: Call<BatchCheckRequest>) {
      return call.served(this.steps.check(feature, call));
    }

    @Post(feature.download.paths.get)
    @HttpCode(200)
    get(@CallOf(GetRequest) call: Call<BatchGetRequest>, @Res() _reply: unknown) {
      return this.steps.get(feature, call);
    }
  }
  return DownloadController;
}
