import { Inject, Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { Database } from '@trading-platform/database';
import { PinoLogger } from 'nestjs-pino';
import { ORDERING_DATABASE } from '../ordering/ordering.module.js';
import { ServedDownloads } from './served-downloads.js';

/** What follows when records have been sent completely; a broken answer notes nothing (Spec 4.8). */
@Injectable()
export class DeliveredRecords {
  constructor(
    private readonly downloads: ServedDownloads,
    @Inject(ORDERING_DATABASE) private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  /** The answer is out already, so a failure can only be logged: the records count as not downloaded. */
  async note(
    functionName: string,
    caller: AccessTokenClaims,
    records: { receipts(): Promise<readonly string[]> },
  ): Promise<void> {
    const feature = this.downloads.featureOf(functionName);
    if (feature?.delivered === undefined) return;
    try {
      await feature.delivered(await records.receipts(), caller, this.database);
    } catch (error) {
      this.logger.error({ err: error, function: functionName }, 'a delivery could not be noted');
    }
  }
}
