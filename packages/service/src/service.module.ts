import { type DynamicModule, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { BodyMemory } from './bodies/body-memory.js';
import { BUILD_INFO, type BuildInfo } from './build-info.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { Metrics } from './metrics/metrics.js';
import { ENV, type ServiceEnv } from './service-options.js';
import { Tracing } from './tracing/tracing.js';
import { WatchedDatabases, watchDatabases } from './tracing/watch-databases.js';

/**
 * The common parts of every service: health, metrics, logs. Every module can inject its `Readiness`, `Metrics`, `ENV`,
 * `BUILD_INFO`, `WatchedDatabases`, and `Tracing` if traces are sent.
 */
@Module({})
export class ServiceModule {
  /** The log module gets no routes, because the hooks of `addRequestHooks` do the work of its middleware. */
  static with(logger: Logger, env: ServiceEnv, build: BuildInfo, tracing: Tracing | undefined): DynamicModule {
    const traced = tracing === undefined ? [] : [{ provide: Tracing, useValue: tracing }];
    return {
      module: ServiceModule,
      global: true,
      imports: [
        TerminusModule.forRoot({ logger: false }),
        LoggerModule.forRoot({ pinoHttp: { logger }, useExisting: true, forRoutes: [] }),
      ],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: Readiness, inject: [Metrics], useFactory: measuredReadiness },
        Metrics,
        { provide: ENV, useValue: env },
        { provide: BUILD_INFO, useValue: build },
        {
          provide: WatchedDatabases,
          inject: [Metrics],
          useFactory: (metrics: Metrics) => watchDatabases(metrics, tracing),
        },
        { provide: BodyMemory, inject: [Metrics], useFactory: (metrics: Metrics) => bodyMemory(env, metrics) },
        ...traced,
      ],
      exports: [Readiness, Metrics, ENV, BUILD_INFO, WatchedDatabases, ...traced.map(({ provide }) => provide)],
    };
  }
}

function measuredReadiness(metrics: Metrics): Readiness {
  const readiness = new Readiness();
  const help =
    'Whether a dependency works: 1 or 0. The label effect says what its failure means: the service is not ready, or some calls are impaired.';
  metrics.gauge('dependency_up', help, ['dependency', 'effect'], async () => {
    const dependencies = await readiness.check({ onlyNeeded: false });
    return dependencies.map(({ name, impairs, works }) => ({
      labels: { dependency: name, effect: impairs ? 'impaired' : 'not ready' },
      value: works ? 1 : 0,
    }));
  });
  return readiness;
}

function bodyMemory({ bodyMemoryMegabytes }: ServiceEnv, metrics: Metrics): BodyMemory {
  const memory = new BodyMemory(bodyMemoryMegabytes);
  const help = 'Memory of request bodies that are arriving or waiting to be judged.';
  metrics.gauge('body_memory_bytes', help, [], () => [{ labels: {}, value: memory.takenBytes }]);
  return memory;
}
