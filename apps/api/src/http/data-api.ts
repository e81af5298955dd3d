import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { AccessTokenGuard } from '../caller/access-token.guard.js';
import { CallCountGuard } from '../caller/call-count.guard.js';

/** A controller of the data API: who calls is known and counted before anything else. */
export function DataApi(): ClassDecorator {
  return applyDecorators(Controller(), UseGuards(AccessTokenGuard, CallCountGuard));
}
