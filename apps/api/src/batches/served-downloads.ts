import { Inject, Injectable } from '@nestjs/common';
import type { BatchFunctionShape } from '@trading-platform/batch-engine';
import { ENV, type Env } from '../env.js';
import type { DownloadFeature } from './download-feature.js';
import { downloadFeatures } from './download-features.js';

const features = new Map(downloadFeatures.map((feature) => [feature.download.name, feature]));

/** How the batches of each download are served here. */
@Injectable()
export class ServedDownloads {
  readonly shapes: readonly BatchFunctionShape[];

  constructor(@Inject(ENV) env: Env) {
    this.shapes = downloadFeatures.map(({ download: { name, arrayName }, recordsPerGet }) => ({
      name,
      arrayName,
      maxRecordsPerGet: recordsPerGet(env),
    }));
  }

  /** The download whose batches carry this name. */
  featureOf(functionName: string): DownloadFeature | undefined {
    return features.get(functionName);
  }
}
