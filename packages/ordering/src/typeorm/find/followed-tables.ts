import { type Transaction, tableOf } from '@trading-platform/database';
import { type MasterRecord, ownLimits } from '@trading-platform/domain-types';
import { findKey } from '../../find/find-key.js';
import { productWords } from '../../find/product-words.js';
import { unpackBodies } from '../../record/packed-body.js';
import { headerIn } from '../../trade/slip-body.js';
import { FindProductEntity } from '../entities/find-product.entity.js';
import { FindSlipEntity } from '../entities/find-slip.entity.js';
import { isOneOfNumbers } from '../sql/common/json-rows.js';
import { RowWriter } from '../sql/common/write-rows.js';

/** The maximum number of rows that one transaction follows. */
export const rowsPerStep = 200;

/** A row of a followed table. */
export interface FollowedRow {
  readonly id: number | string;
  readonly position: number | string;
  readonly body: Buffer;
}

/** A table whose changes the index follows. */
export interface FollowedTable {
  /** The name of its change counter. */
  readonly name: 'trade' | 'master';
  readonly table: string;
  /** The column of the own member. */
  readonly member: string;
  /** The expression for the stored body of a row `r`. */
  readonly body: string;
  write(transaction: Transaction, memberCode: string, rows: readonly FollowedRow[]): Promise<void>;
}

const slips = new RowWriter(tableOf(FindSlipEntity), { replace: ['slipId'] });
const products = new RowWriter(tableOf(FindProductEntity), { replace: ['memberCode', 'productId'] });

export const followedTables: readonly FollowedTable[] = [
  {
    name: 'trade',
    table: 'slip',
    member: 'member_code_self',
    body: '(SELECT b.body FROM slip_body b WHERE b.slip_id = r.id)',
    async write(transaction, memberCodeSelf, rows) {
      const bodies = await unpackBodies(rows);
      const numbered = rows.map(({ id }, place): FindSlipEntity => {
        const { check_number = '' } = headerIn(asBuffer(bodies[place]!.body));
        return { slipId: Number(id), memberCodeSelf, numberKey: findKey(check_number, ownLimits.findTextLength) };
      });
      await slips.write(
        transaction,
        numbered.filter(({ numberKey }) => numberKey !== ''),
      );
      const left = numbered.filter(({ numberKey }) => numberKey === '').map(({ slipId }) => slipId);
      if (left.length === 0) return;
      await transaction.execute(`DELETE FROM find_slip WHERE ${isOneOfNumbers(transaction.dialect, 'slip_id', '$1')}`, [
        JSON.stringify(left),
      ]);
    },
  },
  {
    name: 'master',
    table: 'product',
    member: 'member_code',
    body: 'r.body',
    async write(transaction, memberCode, rows) {
      const bodies = await unpackBodies(rows);
      await products.write(
        transaction,
        rows.map(({ id }, place) => {
          const record = JSON.parse(`{${asBuffer(bodies[place]!.body).toString()}`) as Partial<MasterRecord>;
          return { memberCode, productId: Number(id), words: productWords(record) };
        }),
      );
    },
  },
];

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
