import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { BearerTokenGuard } from '@trading-platform/auth-core/nest';
import { CallCountGuard } from './call-count.guard.js';

/** A controller of the data API: who calls is known and counted before anything else. */
export function DataApi(): ClassDecorator {
  return applyDecorators(Controller(), UseGuards(BearerTokenGuard, CallCountGuard));
}
