import { orderBlockImport } from '@trading-platform/domain-types';
import { momentText } from '../calendar.js';
import type { Market } from '../market/market.js';
import { Random } from '../random.js';
import { recordText } from '../record-text.js';
import { settingLines } from './setting-lines.js';

const text = recordText(orderBlockImport.fields);

const officeOpens = 9 * 3_600;

/** The lines of the file of order blocks. Few pairs have a block. Half of these blocks have been lifted. */
export function orderBlockLines(market: Market, today: number): Iterable<string> {
  return settingLines(market, text, 'orderblock', (seller, buyer) => {
    if (buyer === undefined) return [];
    const random = new Random(market.seed, 15, seller.index, Number(buyer.code));
    if (!random.chance(0.03)) return [];
    const update_date = momentText(today - random.int(1, 400), officeOpens + random.int(0, 28_800));
    return [{ order_block_flg: random.chance(0.5) ? '1' : '0', update_date }];
  });
}
