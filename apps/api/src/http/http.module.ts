import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EnvelopeFilter } from './envelope.filter.js';
import { MethodNotAllowedRoutes } from './method-not-allowed.routes.js';

/** The module for answers that no handler of a controller makes, such as refusals. */
@Module({ providers: [MethodNotAllowedRoutes, { provide: APP_FILTER, useClass: EnvelopeFilter }] })
export class HttpModule {}
