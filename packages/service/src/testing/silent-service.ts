import type { DynamicModule } from '@nestjs/common';
import { pino } from 'pino';
import { ServiceModule } from '../service.module.js';
import type { ServiceEnv } from '../service-options.js';

/** What `startService` gives to all modules of a service, with a log that says nothing: for root modules that a test puts together itself. */
export function silentService(env: ServiceEnv): DynamicModule {
  return ServiceModule.with(pino({ enabled: false }), env, { service: 'test', version: '0.0.0' }, undefined);
}
