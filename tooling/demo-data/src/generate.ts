import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportKind } from '@trading-platform/domain-types';
import { dayText } from './calendar.js';
import { businessHolidayLines } from './files/business-holidays.js';
import { closingTimeLines } from './files/closing-times.js';
import { deliveryPlaceLines } from './files/delivery-places.js';
import { fcPriceLines } from './files/fc-prices.js';
import { masterLines } from './files/master.js';
import { memberLines } from './files/members.js';
import { nonTradingDayLines } from './files/non-trading-days.js';
import { orderBlockLines } from './files/order-blocks.js';
import { tradeLines } from './files/trade.js';
import type { Market } from './market/market.js';
import { writeNdjson } from './write-ndjson.js';

/** Makes the lines of one import file, for a market as it is on the day `today` (in days since 1970-01-01). */
type Lines = (market: Market, today: number) => Iterable<string>;

/** All import files, in the order in which they can be imported. */
export const files: Readonly<Record<ImportKind, Lines>> = {
  members: memberLines,
  'delivery-places': deliveryPlaceLines,
  master: masterLines,
  nottrade: nonTradingDayLines,
  orderclosing: closingTimeLines,
  businessholiday: businessHolidayLines,
  orderblock: orderBlockLines,
  'fc-prices': fcPriceLines,
  trade: tradeLines,
};

/** A list of files, and the member for the demo user. The manifest is written next to the files as `manifest.json`. */
export interface Manifest {
  readonly seed: number;
  readonly today: string;
  /** The files, in the order in which they can be imported. */
  readonly files: readonly { readonly kind: ImportKind; readonly file: string; readonly records: number }[];
  /** The head office of the first restaurant group, and the division codes of all members that it can see. */
  readonly demo: {
    readonly member_code: string;
    readonly member_name: string;
    readonly member_group_codes: readonly string[];
  };
}

/** Creates the folder, and writes the manifest and a file `<kind>.ndjson` for each requested kind into it. */
export async function generate(
  market: Market,
  { folder, today, kinds }: { readonly folder: string; readonly today: number; readonly kinds: readonly ImportKind[] },
): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  const written = [];
  for (const kind of kinds) {
    const file = `${kind}.ndjson`;
    written.push({ kind, file, records: await writeNdjson(join(folder, file), files[kind](market, today)) });
  }
  const manifest = { seed: market.seed, today: dayText(today), files: written, demo: demoMember(market) };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

function demoMember({ groups: [group] }: Market): Manifest['demo'] {
  if (group === undefined) throw new RangeError('A market has at least one restaurant group');
  return {
    member_code: group.headOffice.code,
    member_name: group.headOffice.name,
    member_group_codes: [...new Set(group.buyers.map(({ memberGroupCode }) => memberGroupCode))],
  };
}
