import { compareKeys, listOf, textOf } from '../../checks/records.js';
import { batchFunctions, type PairSetting, type SettingName } from '../../contract/batch-functions.js';
import { member } from '../../market/members.js';
import { nonCountingLines, type PairSettingLine, settingLines } from '../../market/settings.js';
import type { Fields } from '../../probe/answer.js';
import { type Downloaded, download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';

const sellersAtMost = 30;
const ownSellers = [member.settingSeller, member.otherSettingSeller];

/**
 * Returns sellers whose settings the caller may read: the sellers of the kit's own market, or else the sellers of the
 * caller's products.
 */
export async function sellersOf(probe: Probe): Promise<readonly string[]> {
  if (probe.target.isPrepared) return ownSellers;
  const { records } = await download(probe, 'master');
  const sellers = new Set(records.map((record) => textOf(record, 'member_code_partner')));
  if (sellers.size === 0) probe.cannotJudge('no product of the caller names a seller');
  return [...sellers].slice(0, sellersAtMost);
}

/** Downloads the settings of these sellers, with all buyers that the caller may see. */
export async function settingsOf(probe: Probe, name: SettingName, more: object = {}): Promise<Downloaded> {
  return download(probe, name, { member_code_seller: await sellersOf(probe), ...more });
}

/** Downloads the settings of these sellers. If there are no settings, the check cannot be judged. */
export async function someSettings(probe: Probe, name: SettingName): Promise<Downloaded> {
  const downloaded = await settingsOf(probe, name);
  if (downloaded.count === 0) probe.cannotJudge('the sellers that the caller knows have no such settings');
  return downloaded;
}

/** Selects the rows of the kit's own market that a download must contain. */
export interface Wanted {
  readonly buyers?: readonly string[];
  readonly sellers?: readonly string[];
  /** The download must contain only rows that were updated on this day (`yyyy-MM-dd`) or later. */
  readonly since?: string;
}

const visibleBuyers = ['', member.head, member.store];

/** Returns the records that `head` must get from a download of settings about a buyer and a seller, field by field. */
export function wantedPairs(name: PairSetting, wanted: Wanted = {}): readonly object[] {
  const { buyers = visibleBuyers } = wanted;
  const lines = settingLines(name).filter(({ member_code_buyer }) => buyers.includes(member_code_buyer));
  const byBuyer = [...Map.groupBy(lines, ({ member_code_buyer }) => member_code_buyer)];
  return byBuyer
    .toSorted(([one], [other]) => compareKeys([one], [other]))
    .map(([buyer, ofBuyer]) => ({ member_code_buyer: buyer, seller_list: sellersWith(name, ofBuyer, wanted) }))
    .filter(({ seller_list }) => seller_list.length > 0);
}

function sellersWith(name: PairSetting, lines: readonly PairSettingLine[], wanted: Wanted): readonly object[] {
  const sellers = lines.flatMap((line) => listOf(line, 'seller_list'));
  return wantedSellers(name, sellers, wanted);
}

/** Returns the records that a download of lead-time non-counting days must contain. */
export function wantedNonCountingDays(wanted: Wanted = {}): readonly object[] {
  return wantedSellers('businessholiday', nonCountingLines as readonly Fields[], wanted);
}

function wantedSellers(name: SettingName, lines: readonly Fields[], { sellers = ownSellers, since = '' }: Wanted) {
  return lines
    .filter((line) => sellers.includes(textOf(line, 'member_code_seller')))
    .toSorted((one, other) => compareKeys([textOf(one, 'member_code_seller')], [textOf(other, 'member_code_seller')]))
    .map((line) => ({
      member_code_seller: line['member_code_seller'],
      [name]: listOf(line, name)
        .filter((row) => textOf(row, 'update_date').slice(0, 10) >= since)
        .map((row) => Object.fromEntries(batchFunctions[name].rowFields.map((field) => [field, row[field] ?? '']))),
    }))
    .filter((seller) => (seller[name] as readonly object[]).length > 0);
}
