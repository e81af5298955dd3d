import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { BodyMemory } from '../bodies/body-memory.js';
import { leaveBodiesUnread } from '../bodies/unread-body.js';
import { ServiceModule } from '../service.module.js';
import type { ServiceEnv } from '../service-options.js';

/** What `startService` gives to all modules of a service, with a log that says nothing: for root modules that a test puts together itself. */
export function silentService(env: ServiceEnv): DynamicModule {
  return ServiceModule.with(pino({ enabled: false }), env, { service: 'test', version: '0.0.0' }, undefined);
}

/** Bodies reach handlers as under `startService`, in an application around `silentService`. To be called before its `init`. */
export function readBodiesAsServed(application: NestFastifyApplication, limitBytes = 1_048_576): void {
  const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
  leaveBodiesUnread(fastify, {
    memory: application.get(BodyMemory),
    limitBytes,
    callerOf: ({ ip }: FastifyRequest) => ip,
  });
}
