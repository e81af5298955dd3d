import { Headers, HttpCode, NotFoundException, Param, Post } from '@nestjs/common';
import { NeedsRight, requireRight } from '@trading-platform/auth-core/nest';
import { JsonBody } from '@trading-platform/service';
import type { BatchRequested } from '../../../wire/index.js';
import { objectBody } from '../../http/object-body.js';
import { batchFunctions, isDownload } from '../../platform/function-records.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { requestBatch } from '../../platform/request-batch.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/** Requests a download. The data API checks the fields of the request. */
@ConsoleApi('api/requests')
export class RequestsController {
  constructor(private readonly platform: PlatformCalls) {}

  @Post(':name')
  @NeedsRight()
  @HttpCode(200)
  request(
    @SignedIn() live: LiveSession,
    @Param('name') name: string,
    @JsonBody() body: unknown,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<BatchRequested> {
    if (!isDownload(name)) throw new NotFoundException();
    requireRight(live.claims, batchFunctions[name].right);
    return requestBatch(this.platform, live, name, objectBody(body), key);
  }
}
