import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { BearerTokenGuard } from '@trading-platform/auth-core/nest';
import { CallCountGuard } from '../caller/call-count.guard.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';

/** A controller of the data API: who calls is known and counted before anything else, answers come in the envelope. */
export function DataApi(): ClassDecorator {
  return applyDecorators(
    Controller(),
    UseGuards(BearerTokenGuard, CallCountGuard),
    UseInterceptors(EnvelopeInterceptor),
  );
}
