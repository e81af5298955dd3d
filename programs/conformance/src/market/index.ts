import { fcPriceLines, fcProducts } from './fc-prices.js';
import { memberLines, memberOf } from './members.js';
import { deliveryPlaces, orderProducts, orderSettings } from './order-products.js';
import { filterProducts } from './products.js';
import { scenarioNonCountingDays, scenarioProducts, scenarioSettings, scenarios } from './scenarios/index.js';
import { nonCountingLines, settingLines } from './settings.js';
import { slips } from './slips.js';

/** Records of one kind, in the form that `tpctl import KIND` loads. */
export interface MarketFile {
  readonly kind: string;
  readonly records: readonly object[];
}

/** The member codes of the kit's own market, by role. */
export const memberCodes = memberOf;

/** The kit's own market. The files of the market are in the order in which they must be loaded. */
export const marketFiles: readonly MarketFile[] = [
  { kind: 'members', records: memberLines(scenarios.map(({ no }) => no)) },
  { kind: 'delivery-places', records: deliveryPlaces },
  { kind: 'master', records: [...filterProducts, ...fcProducts, ...orderProducts, ...scenarioProducts] },
  {
    kind: 'nottrade',
    records: [...settingLines('nottrade'), ...orderSettings.nottrade, ...scenarioSettings('nottrade')],
  },
  { kind: 'orderclosing', records: [...settingLines('orderclosing'), ...scenarioSettings('orderclosing')] },
  { kind: 'businessholiday', records: [...nonCountingLines, ...scenarioNonCountingDays] },
  {
    kind: 'orderblock',
    records: [...settingLines('orderblock'), ...orderSettings.orderblock, ...scenarioSettings('orderblock')],
  },
  { kind: 'fc-prices', records: fcPriceLines },
  { kind: 'trade', records: slips },
];
