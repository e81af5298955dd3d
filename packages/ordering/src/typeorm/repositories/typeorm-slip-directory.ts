import { Injectable } from '@nestjs/common';
import { changedNames } from '../../history/changed-fields.js';
import { unpackChanges } from '../../history/packed-changes.js';
import { type FoundChange, type FoundSlip, type HistoryPage, SlipDirectory } from '../../history/slip-directory.js';
import type { SlipHistoryEntity } from '../entities/slip-history.entity.js';
import { OrderingDatabase } from '../ordering-database.js';
import { readHistory } from '../sql/history/read-history.js';
import { findSlip } from '../sql/orders/find-slip.js';

/** Finds single slips and their histories in a database. */
@Injectable()
export class TypeOrmSlipDirectory extends SlipDirectory {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  find(callerMemberCode: string, tradeId: string): Promise<FoundSlip | undefined> {
    return findSlip(this.database, callerMemberCode, tradeId);
  }

  async history(page: HistoryPage): Promise<readonly FoundChange[]> {
    return (await readHistory(this.database, page)).map(changeOf);
  }
}

function changeOf(row: SlipHistoryEntity): FoundChange {
  const { tradeId, version, at, action, actorKind: kind, userId, clientId, memberCode, side, memberCodeSelf } = row;
  return {
    version,
    at,
    action,
    by: { kind, userId, clientId, memberCode },
    side,
    memberCodeSelf,
    changedIn: (member) => changedNames(unpackChanges(tradeId, row.changes, member)),
  };
}
