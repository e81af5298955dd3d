import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { BodyMemory } from '../bodies/body-memory.js';
import { leaveBodiesUnread } from '../bodies/unread-body.js';
import { ServiceModule } from '../service.module.js';
import type { ServiceEnv } from '../service-options.js';

/**
 * The providers that `startService` gives to all modules, with a silent log, for tests that build their own root
 * module.
 */
export function silentService(env: ServiceEnv): DynamicModule {
  return ServiceModule.with(pino({ enabled: false }), env, { service: 'test', version: '0.0.0' }, undefined);
}

/**
 * Lets bodies reach handlers as with `startService`, in an application around `silentService`. Call it before `init`.
 */
export function readBodiesAsServed(application: NestFastifyApplication, limitBytes = 1_048_576): void {
  const fastify: FastifyInstance = application.getHttpAdapter().getInstance();
  leaveBodiesUnread(fastify, {
    memory: application.get(BodyMemory),
    limitBytes,
    callerOf: ({ ip }: FastifyRequest) => ip,
  });
}
