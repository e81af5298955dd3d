import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { BatchRequest } from '@trading-platform/batch-engine';
import type { FollowedSource } from '@trading-platform/ordering';
import { readBatchPreferences } from './batch-preferences.js';
import type { ServedDownload } from './served-download.js';

/** Decides whether a request may be answered with an earlier batch. */
@Injectable()
export class ReuseAsked {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * Returns the conditions that an earlier batch must meet (`Prefer: reuse=N`). Returns undefined if the request does
   * not ask for an earlier batch. Also returns undefined if the selection depends on more than data and rights, because
   * an earlier batch may then be wrong.
   */
  async by(
    prefer: string | readonly string[] | undefined,
    { source }: Pick<ServedDownload, 'source'>,
    criteria: object,
  ): Promise<BatchRequest['reuse']> {
    const { reuseSeconds } = readBatchPreferences(prefer);
    if (reuseSeconds === undefined || source === undefined) return undefined;
    const records = this.modules.get<FollowedSource<object>>(source, { strict: false });
    const selection = await records.selectionOf(criteria);
    return selection === undefined ? undefined : { selection, maxAgeMs: reuseSeconds * 1_000 };
  }
}
