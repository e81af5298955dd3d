import { applyDecorators, Controller, UseGuards, UsePipes } from '@nestjs/common';
import { BearerTokenGuard, RightGuard } from '@trading-platform/auth-core/nest';
import { RequestPipe } from '../http/request.pipe.js';
import { OperationGroup } from '../reference/operation.decorator.js';
import { CallCountGuard } from './call-count.guard.js';

/**
 * Marks a controller of the data API. First the caller is verified, its call is counted, and the rights of its token are checked.
 * Then the body is checked against the class of the handler's parameter.
 *
 * @param group the heading under which the reference shows the operations of the controller
 */
export function DataApi(group: string): ClassDecorator {
  return applyDecorators(
    Controller(),
    OperationGroup(group),
    UseGuards(BearerTokenGuard, CallCountGuard, RightGuard),
    UsePipes(RequestPipe),
  );
}
