import { Injectable } from '@nestjs/common';
import { ExpiredRows, type ExpiringKind } from '../../housekeeping/expired-rows.js';
import { AuthDatabase } from '../auth-database.js';
import { removeExpired } from '../sql/remove-expired.js';

@Injectable()
export class TypeOrmExpiredRows extends ExpiredRows {
  constructor(private readonly database: AuthDatabase) {
    super();
  }

  remove(kind: ExpiringKind, before: number, limit: number): Promise<number> {
    return removeExpired(this.database, kind, before, limit);
  }
}
