import { type DynamicModule, Module } from '@nestjs/common';
import type { Env } from '../env.js';
import { BatchEngineModule } from './batch-engine.module.js';
import { BatchesController } from './batches.controller.js';
import { DeliveredRecords } from './delivered-records.js';
import { downloadController } from './download.controller.js';
import { downloadFeatures } from './download-features.js';
import { DownloadSteps } from './download-steps.js';

/** Every download at its paths (Spec 4.6), and the caller's batches beside them. */
@Module({})
export class DownloadModule {
  static with(env: Env): DynamicModule {
    return {
      module: DownloadModule,
      imports: [BatchEngineModule],
      controllers: [...downloadFeatures.map((feature) => downloadController(feature, env)), BatchesController],
      providers: [DownloadSteps, DeliveredRecords],
    };
  }
}
