import { listOf, textOf } from '../../checks/records.js';
import type { PairSetting } from '../../contract/batch-functions.js';
import type { Fields } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { isBlocked, isWishRefused, shortestDate } from '../../rules/delivery-date.js';
import type { PairSettings, PlacedRow, SettingRow } from '../../rules/delivery-settings.js';
import { ask, datesIn } from './delivery.js';
import { type KnownProduct, productsBySeller, type SellersProducts } from './some-products.js';

const sellersAtMost = 12;
const productsAtMost = 40;
const sendDates = ['2027-03-05 10:30:00', '2027-04-28 23:30:00', '2027-12-29 15:00:00'];
const wishes = ['2027-03-06', '2027-05-04', '2028-01-02'];

/**
 * Compares the delivery dates of real products with the kit's own calculation, which uses the settings that the
 * downloads deliver.
 */
export const calculatedRequirements: readonly Requirement[] = [
  {
    id: 'DLV-011',
    source: 'open-points: how-the-shortest-delivery-date-is-found',
    says: 'The dates of products are the dates that follow from the downloaded products and settings.',
    needs: ['records'],
    check: async (probe) => {
      const { sellers, settingsOf } = await downloaded(probe);
      for (const { pair, products } of sellers) {
        const settings = settingsOf(pair);
        for (const sendDate of sendDates) {
          const answer = await ask(
            probe,
            { ...pair, sendDate },
            products.map(({ catalogId }) => ({ catalog_id: catalogId })),
          );
          const wanted = products.map((product) => wantedOf(product, sendDate, settings));
          answer.expectEqual(datesIn(answer), wanted, `product, date and errors of an order sent at ${sendDate}`);
        }
      }
    },
  },
  {
    id: 'DLV-012',
    source: 'open-points: how-the-shortest-delivery-date-is-found',
    says: 'A wished date gets E000017 exactly if this follows from the downloaded products and settings.',
    needs: ['records'],
    check: async (probe) => {
      const { sellers, settingsOf } = await downloaded(probe);
      for (const { pair, products } of sellers) {
        const settings = settingsOf(pair);
        for (const [index, sendDate] of sendDates.entries()) {
          const wish = wishes[index]!;
          const questions = products.map(({ catalogId }) => ({ catalog_id: catalogId, hope_delivery_date: wish }));
          const answer = await ask(probe, { ...pair, sendDate }, questions);
          const wanted = products.map((product) => wantedOf(product, sendDate, settings, wish));
          answer.expectEqual(
            datesIn(answer),
            wanted,
            `product, date and errors of an order sent at ${sendDate} for ${wish}`,
          );
        }
      }
    },
  },
  {
    id: 'DLV-013',
    source: 'open-points: how-the-shortest-delivery-date-is-found',
    says: 'If the same closing time applies to all days, a later order never gets an earlier date.',
    needs: ['records'],
    check: async (probe) => {
      const { sellers, settingsOf } = await downloaded(probe);
      const steady = sellers.find(({ pair }) => hasOneClosingTime(settingsOf(pair)));
      if (steady === undefined) return probe.cannotJudge('no seller has one closing time for all days');
      const [{ catalogId }] = steady.products as readonly [KnownProduct];
      let former = '';
      for (const sendDate of everySixHours()) {
        const answer = await ask(probe, { ...steady.pair, sendDate }, [{ catalog_id: catalogId }]);
        const date = datesIn(answer)[0]?.[1] ?? '';
        answer.expect(
          date === '' || date >= former,
          `an order sent at ${sendDate} is delivered on ${date}, but an earlier order on ${former}`,
        );
        former = date || former;
      }
    },
  },
];

function wantedOf(product: KnownProduct, sendDate: string, settings: PairSettings, wish?: string): readonly string[] {
  const { catalogId } = product;
  if (isBlocked(product, settings)) return [catalogId, '', 'E000014'];
  const date = shortestDate(sendDate, product, settings);
  if (date === '') return [catalogId, '', 'E000016'];
  const isRefused = wish !== undefined && isWishRefused(wish, date, product, settings);
  return [catalogId, date, ...(isRefused ? ['E000017'] : [])];
}

function hasOneClosingTime({ closing }: PairSettings): boolean {
  const [only, ...others] = closing;
  return (
    others.length === 0 && (only === undefined || (only.row['target'] === '0' && only.row['change_app_date'] === ''))
  );
}

function everySixHours(): readonly string[] {
  const days = ['2027-03-04', '2027-03-05', '2027-03-06', '2027-03-07', '2027-03-08'];
  return days.flatMap((day) => ['08:00:00', '14:00:00', '20:00:00'].map((time) => `${day} ${time}`));
}

interface Downloaded {
  readonly sellers: readonly SellersProducts[];
  readonly settingsOf: (pair: SellersProducts['pair']) => PairSettings;
}

/** Some sellers of the caller, some of their products, and their settings. */
async function downloaded(probe: Probe): Promise<Downloaded> {
  const all = await productsBySeller(probe);
  if (all.length === 0) probe.cannotJudge('the caller has no product that can be ordered');
  const sellers = spread(all).map(({ pair, products }) => ({ pair, products: products.slice(0, productsAtMost) }));
  const member_code_seller = sellers.map(({ pair }) => pair.partner);
  const [nonTrading, closing, blocks] = await Promise.all(
    (['nottrade', 'orderclosing', 'orderblock'] as const).map((name) => rowsOf(probe, name, member_code_seller)),
  );
  const { records } = await download(probe, 'businessholiday', { member_code_seller });
  const holidaysOf = new Map(
    records.map((seller) => [textOf(seller, 'member_code_seller'), listOf(seller, 'businessholiday')]),
  );
  const settingsOf = (pair: SellersProducts['pair']) => ({
    nonTrading: nonTrading!(pair),
    closing: closing!(pair),
    blocks: blocks!(pair),
    nonCounting: new Set((holidaysOf.get(pair.partner) ?? []).map((day) => textOf(day, 'holiday'))),
  });
  return { sellers, settingsOf };
}

/** Chooses sellers evenly from the whole list, so that sellers at the end of the list are tested as well. */
function spread(all: readonly SellersProducts[]): readonly SellersProducts[] {
  const step = Math.max(1, Math.floor(all.length / sellersAtMost));
  return all.filter((_, index) => index % step === 0).slice(0, sellersAtMost);
}

/**
 * Returns the rows of a setting for a buyer and a seller, together with the rows that the seller has set for all
 * buyers.
 */
async function rowsOf(probe: Probe, name: PairSetting, member_code_seller: readonly string[]) {
  const { records } = await download(probe, name, { member_code_seller });
  return ({ self, partner }: SellersProducts['pair']): readonly PlacedRow[] =>
    records
      .filter((buyer) => buyer['member_code_buyer'] === self || buyer['member_code_buyer'] === '')
      .flatMap((buyer) =>
        rowsWith(buyer, partner, name).map((row) => ({ row, isGeneral: buyer['member_code_buyer'] === '' })),
      );
}

function rowsWith(buyer: Fields, seller: string, name: PairSetting): readonly SettingRow[] {
  return listOf(buyer, 'seller_list')
    .filter(({ member_code_seller }) => member_code_seller === seller)
    .flatMap((element) => listOf(element, name) as readonly SettingRow[]);
}
