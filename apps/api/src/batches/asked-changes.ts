import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FollowedSource } from '@trading-platform/ordering';
import { readBatchPreferences } from './batch-preferences.js';
import type { ServedDownload } from './served-download.js';

/** A request with the header `Prefer: changes-since=CURSOR`. */
export interface AskedChanges {
  readonly cursor: string;
  /** Whether the changes since the cursor are known exactly. If not, the batch contains all records. */
  readonly areTold: boolean;
}

/** Checks the cursors of requests that ask only for changes. */
@Injectable()
export class ChangesAsked {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * Returns undefined if the request does not ask for changes. If the cursor comes from another caller or from a request with
   * other criteria, the changes are not known.
   */
  async by(
    prefer: string | readonly string[] | undefined,
    { source }: Pick<ServedDownload, 'source'>,
    criteria: object,
  ): Promise<AskedChanges | undefined> {
    const { changesSince: cursor } = readBatchPreferences(prefer);
    if (cursor === undefined || source === undefined) return undefined;
    const records = this.modules.get<FollowedSource<object>>(source, { strict: false });
    return { cursor, areTold: await records.tellsChanges(criteria, cursor) };
  }
}
