import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MethodNotAllowed } from '@trading-platform/service';
import { BatchWorkerModule } from './batches/batch-worker.module.js';
import { ENV, type Env } from './env.js';

/** The worker: takes waiting batches and produces their records. */
@Module({})
export class WorkerModule {
  static with(env: Env): DynamicModule {
    return { module: WorkerModule, imports: [EnvModule.with(env), BatchWorkerModule], providers: [MethodNotAllowed] };
  }
}

/** The settings, for every module. */
@Global()
@Module({})
class EnvModule {
  static with(env: Env): DynamicModule {
    return { module: EnvModule, providers: [{ provide: ENV, useValue: env }], exports: [ENV] };
  }
}
