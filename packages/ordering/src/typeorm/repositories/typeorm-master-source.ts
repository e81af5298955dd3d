import { Injectable } from '@nestjs/common';
import type { RecordSnapshot } from '../../download/record-source.js';
import type { MasterCriteria } from '../../master/master-criteria.js';
import { MasterSource } from '../../master/master-source.js';
import { OrderingDatabase } from '../ordering-database.js';
import { openSelection, selectionDigest, tellsChanges } from '../sql/downloads/followed-source.js';
import { masterSelection } from '../sql/downloads/master-selection.js';

/** Reads master records from a database, ordered by own member, partner and item (Spec 4.7). */
@Injectable()
export class TypeOrmMasterSource extends MasterSource {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  open(criteria: MasterCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot> {
    return openSelection(
      this.database,
      signal,
      (snapshot) => masterSelection(snapshot, criteria, signal),
      changesSince,
    );
  }

  async tellsChanges(criteria: MasterCriteria, changesSince: string): Promise<boolean> {
    const selection = await masterSelection(this.database, criteria, new AbortController().signal);
    return tellsChanges(this.database, selection, changesSince);
  }

  async selectionOf(criteria: MasterCriteria): Promise<string | undefined> {
    return selectionDigest(await masterSelection(this.database, criteria, new AbortController().signal));
  }
}
