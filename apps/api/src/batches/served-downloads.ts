import { Inject, Injectable } from '@nestjs/common';
import type { BatchFunctionShape } from '@trading-platform/batch-engine';
import type { Database } from '@trading-platform/database';
import { ENV, type Env } from '../env.js';
import { ORDERING_DATABASE } from '../ordering/ordering.module.js';
import type { DownloadFeature } from './download-feature.js';
import { downloadFeatures } from './download-features.js';

/** How the batches of each download are served here. */
@Injectable()
export class ServedDownloads {
  readonly #shapes: ReadonlyMap<DownloadFeature, BatchFunctionShape>;
  readonly #features: ReadonlyMap<string, DownloadFeature>;

  constructor(@Inject(ORDERING_DATABASE) database: Database, @Inject(ENV) env: Env) {
    this.#shapes = new Map(
      downloadFeatures.map((feature) => [feature, feature.shape(database, feature.recordsPerGet(env))]),
    );
    this.#features = new Map([...this.#shapes].map(([feature, { name }]) => [name, feature]));
  }

  get shapes(): readonly BatchFunctionShape[] {
    return [...this.#shapes.values()];
  }

  shapeOf(feature: DownloadFeature): BatchFunctionShape {
    const shape = this.#shapes.get(feature);
    if (shape === undefined) throw new Error('This download stands in no list of features');
    return shape;
  }

  /** The download whose batches carry this name. */
  featureOf(functionName: string): DownloadFeature | undefined {
    return this.#features.get(functionName);
  }
}
