import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as events from '../src/contract/event-fields.js';
import * as lookup from '../src/contract/lookup-fields.js';
import * as master from '../src/contract/master-fields.js';
import * as orders from '../src/contract/order-fields.js';
import * as settings from '../src/contract/setting-fields.js';
import * as trade from '../src/contract/trade-fields.js';

const contract = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8');

/** Returns the fields of a list in the contract, in the same order. A name with … means thirty numbered fields. */
function fieldsIn(list: string): readonly string[] {
  const [, text = ''] =
    new RegExp(`<!-- fields: (?:\\w+, )*${list}(?:, \\w+)* -->\\n\`\`\`text\\n([^\`]*)\`\`\``).exec(contract) ?? [];
  return text
    .split(',')
    .map((name) => name.trim())
    .flatMap((name) => {
      const [, family] = /^(\w+?)1 … \w+30$/.exec(name) ?? [];
      return family === undefined ? [name] : Array.from({ length: 30 }, (_, index) => `${family}${index + 1}`);
    });
}

const tradeParts = ['tradeHeaderFields', 'tradeAmountFields', 'tradeFcAmountFields', 'tradeInvoiceFields'];

describe('the fields that the kit expects', () => {
  it.each<readonly [string, readonly string[]]>([
    ['masterRecord', master.masterFields],
    ['buyLine', master.buyFields],
    ['catalogLine', master.catalogFields],
    ['partnerGroup', trade.partnerGroupFields],
    ['tradeDetail', trade.detailFields],
    ['slipChange', trade.slipChangeFields],
    ['slipActor', trade.slipActorFields],
    ['nonTradingDay', settings.nonTradingDayFields],
    ['orderClosing', settings.closingTimeFields],
    ['businessHoliday', settings.nonCountingDayFields],
    ['orderBlock', settings.orderBlockFields],
    ['deliveryDate', lookup.deliveryDateFields],
    ['deliveryDateError', lookup.deliveryDateErrorFields],
    ['fcPrice', lookup.fcPriceFields],
    ['fcPriceError', lookup.fcPriceErrorFields],
    ['uploadResult', orders.uploadResultFields],
    ['updateResult', orders.updateResultFields],
    ['errorEntry', orders.errorFields],
    ['generatedOrder', orders.generatedOrderFields],
    ['partner', orders.partnerFields],
    ['deliveryPlace', orders.deliveryPlaceFields],
    ['listedOrder', orders.listedOrderFields],
    ['foundSlip', orders.foundSlipFields],
    ['foundOrder', orders.foundOrderFields],
    ['foundProduct', orders.foundProductFields],
    ['event', events.eventFields],
    ['eventEndpoint', events.endpointFields],
    ['eventAttempt', events.attemptFields],
  ])('are those of the contract: %s', (list, fields) => {
    expect(fields).toEqual(fieldsIn(list));
  });

  it('are those of the contract: a trade record', () => {
    const inContract = tradeParts.flatMap(fieldsIn);
    const lists = ['partner_group_list', 'detail_list'];
    expect(trade.tradeFields).toEqual(['batch_id', 'seq', 'create_date', ...inContract, ...lists]);
  });
});
