import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { RefusalCounter } from '../metrics/refusal-counter.js';
import { AuthErrorFilter } from './auth-error.filter.js';
import { MethodNotAllowedRoutes } from './method-not-allowed.routes.js';

/** The module for answers that come from no handler. */
@Module({ providers: [MethodNotAllowedRoutes, RefusalCounter, { provide: APP_FILTER, useClass: AuthErrorFilter }] })
export class HttpModule {}
