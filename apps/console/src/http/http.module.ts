import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ConsoleErrorFilter } from './error.filter.js';
import { OwnPageGuard } from './own-page.guard.js';

/** The HTTP rules for every call. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ConsoleErrorFilter },
    { provide: APP_GUARD, useClass: OwnPageGuard },
  ],
})
export class HttpModule {}
