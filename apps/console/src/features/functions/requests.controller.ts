import { Controller, Headers, HttpCode, NotFoundException, Param, Post, UseGuards } from '@nestjs/common';
import { JsonBody } from '@trading-platform/service';
import type { BatchRequested } from '../../../wire/index.js';
import { objectBody } from '../../http/object-body.js';
import { isDownload } from '../../platform/function-records.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { requestBatch } from '../../platform/request-batch.js';
import { SessionGuard, SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/** Requests a download. The data API checks the fields of the request. */
@Controller('api/requests')
@UseGuards(SessionGuard)
export class RequestsController {
  constructor(private readonly platform: PlatformCalls) {}

  @Post(':name')
  @HttpCode(200)
  request(
    @SignedIn() live: LiveSession,
    @Param('name') name: string,
    @JsonBody() body: unknown,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<BatchRequested> {
    if (!isDownload(name)) throw new NotFoundException();
    return requestBatch(this.platform, live, name, objectBody(body), key);
  }
}
