import { Injectable } from '@nestjs/common';
import type { RecordSnapshot } from '../../download/record-source.js';
import { type SettingCriteria, SettingSource } from '../../setting/setting-source.js';
import { OrderingDatabase } from '../ordering-database.js';
import { openSelection, selectionDigest, tellsChanges } from '../sql/downloads/followed-source.js';
import { settingSelection } from '../sql/downloads/setting-selection.js';

/** Reads trading settings from a database, ordered by buyer and then seller (Spec 4.10). */
@Injectable()
export class TypeOrmSettingSource extends SettingSource {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  open(criteria: SettingCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot> {
    return openSelection(
      this.database,
      signal,
      (snapshot) => settingSelection(snapshot, criteria, signal),
      changesSince,
    );
  }

  async tellsChanges(criteria: SettingCriteria, changesSince: string): Promise<boolean> {
    const selection = await settingSelection(this.database, criteria, new AbortController().signal);
    return tellsChanges(this.database, selection, changesSince);
  }

  async selectionOf(criteria: SettingCriteria): Promise<string | undefined> {
    return selectionDigest(await settingSelection(this.database, criteria, new AbortController().signal));
  }
}
