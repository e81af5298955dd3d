import { howFound, type Scenario, type ScenarioProduct, settingEdges } from './scenario.js';

const sendDate = '2027-03-02 10:00:00';
const given = [{ sendDate, gives: '2027-03-02' }];
const refused = [{ sendDate, gives: '', error: 'E000012' }];

/** Returns a product whose first line cannot be ordered and whose second line can be ordered. */
function only(catalog: NonNullable<ScenarioProduct['catalog']>) {
  return [{ catalog }, {}];
}

const refusedAlone = [...refused, { sendDate, product: 1, gives: '2027-03-02' }];

/** Scenarios about the products that a buyer can order (open-points: how-the-shortest-delivery-date-is-found). */
export const orderableScenarios: readonly Scenario[] = [
  {
    says: 'A deleted product has no date, with E000012.',
    source: howFound,
    products: only({ item_deleted_code: '1' }),
    asks: refusedAlone,
  },
  {
    says: 'A hidden product (view_active_code 0) has no date, with E000012.',
    source: howFound,
    products: only({ view_active_code: '0' }),
    asks: refusedAlone,
  },
  {
    says: 'A stopped product (sell_stop_active_code 1) has no date, with E000012.',
    source: howFound,
    products: only({ sell_stop_active_code: '1' }),
    asks: refusedAlone,
  },
  {
    says: 'A product that is not approved (status_code other than 0) has no date, with E000012.',
    source: howFound,
    products: only({ status_code: '1' }),
    asks: refusedAlone,
  },
  {
    says: 'A product with an empty view_active_code has no date, with E000012.',
    source: settingEdges,
    products: only({ view_active_code: '' }),
    asks: refusedAlone,
  },
  {
    says: 'sell_stop_planned_date and start_date_real are delivered, but have no effect.',
    source: howFound,
    products: [{ catalog: { sell_stop_planned_date: '2027-01-01', start_date_real: '2027-12-31' } }],
    asks: given,
  },
  {
    says: "A store can order its head office's line if it is shared (share_flg 1).",
    source: howFound,
    products: [{ catalog: { share_flg: '1' } }],
    asks: [{ sendDate, buyer: 'store', gives: '2027-03-02' }],
  },
  {
    says: "A store cannot order its head office's line if it is not shared: E000012.",
    source: howFound,
    products: [{ catalog: { share_flg: '0' } }, { catalog: { share_flg: '1' } }],
    asks: [
      { sendDate, buyer: 'store', gives: '', error: 'E000012' },
      { sendDate, buyer: 'store', product: 1, gives: '2027-03-02' },
    ],
  },
  {
    says: "A store cannot order its head office's shared line if it is withheld (store_unshare_flg 1): E000012.",
    source: howFound,
    products: [{ catalog: { share_flg: '1', store_unshare_flg: '1' } }, { catalog: { share_flg: '1' } }],
    asks: [
      { sendDate, buyer: 'store', gives: '', error: 'E000012' },
      { sendDate, buyer: 'store', product: 1, gives: '2027-03-02' },
    ],
  },
  {
    says: "A store's own line has priority over the line of its head office.",
    source: settingEdges,
    products: [
      { catalog: { share_flg: '1', lead_time: '5' } },
      { owner: 'store', sameIdAs: 0, catalog: { lead_time: '1' } },
    ],
    asks: [{ sendDate, buyer: 'store', gives: '2027-03-03' }],
  },
  {
    says: "If the store's own line cannot be ordered, the shared line of the head office is used.",
    source: settingEdges,
    products: [
      { catalog: { share_flg: '1', lead_time: '2' } },
      { owner: 'store', sameIdAs: 0, catalog: { sell_stop_active_code: '1', lead_time: '1' } },
    ],
    asks: [{ sendDate, buyer: 'store', gives: '2027-03-04' }],
  },
];
