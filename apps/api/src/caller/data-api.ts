import { applyDecorators, Controller, UseGuards, UsePipes } from '@nestjs/common';
import { BearerTokenGuard } from '@trading-platform/auth-core/nest';
import { RequestPipe } from '../http/request.pipe.js';
import { OperationGroup } from '../reference/operation.decorator.js';
import { CallCountGuard } from './call-count.guard.js';

/**
 * A controller of the data API. The caller is verified and counted first; then bodies are checked against the class of their
 * parameter.
 *
 * @param group the heading of its operations in the reference
 */
export function DataApi(group: string): ClassDecorator {
  return applyDecorators(
    Controller(),
    OperationGroup(group),
    UseGuards(BearerTokenGuard, CallCountGuard),
    UsePipes(RequestPipe),
  );
}
