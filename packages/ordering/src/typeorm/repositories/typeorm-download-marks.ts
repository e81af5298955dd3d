import { Injectable } from '@nestjs/common';
import type { DownloadCaller } from '../../download/download-caller.js';
import { DownloadMarks } from '../../trade/download-marks.js';
import { OrderingDatabase } from '../ordering-database.js';
import { markSlips } from '../sql/downloads/download-marks.js';

/**
 * The store of download marks in a database. Each group of receipts is one transaction, so that other writers do not have to wait
 * until many slips have been marked.
 */
@Injectable()
export class TypeOrmDownloadMarks extends DownloadMarks {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  async mark(
    caller: DownloadCaller,
    portions: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  ): Promise<void> {
    for await (const portion of portions) await markSlips(this.database, caller, portion);
  }
}
