import { type FcPriceAsk, type FcPriceScenario, fcPriceScenarios } from '../../market/fc-prices.js';
import { member } from '../../market/members.js';
import { alter } from '../../mutants/bodies.js';
import { whenCall } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { onApi } from '../../mutants/table.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { path } from './fc-price.js';

/** A scenario's position in the list is its number, so a new scenario must be added at the end. */
function idOf(index: number): string {
  return `FCP-${101 + index}`;
}

function itemOf({ line, store = 'store', price = '1000', orderSendDate, deliveryDate = orderSendDate }: FcPriceAsk) {
  return {
    member_code_store: member[store],
    catalog_id: line,
    price,
    order_send_date: orderSendDate,
    delivery_date: deliveryDate,
  };
}

/** Requirements for each rule about FC prices. */
export const scenarioRequirements: readonly Requirement[] = fcPriceScenarios.map((scenario, index) => ({
  id: idOf(index),
  source: 'open-points: fc-price-rules',
  says: scenario.says,
  needs: ['market'],
  check: (probe) => follow(probe, scenario),
}));

async function follow(probe: Probe, { asks }: FcPriceScenario): Promise<void> {
  const answer = await probe.call(path, { item: asks.map(itemOf) });
  const items = answer.expectNormal().list('item');
  answer.expectEqual(
    items.map((item) => item['fc_price']),
    asks.map(({ gives }) => gives),
    'fc_price',
  );
  for (const item of items) answer.expectEqual(item['detail_err_list'], [], 'detail_err_list');
}

/** For each scenario, a mutant whose last price is wrong by one yen. */
export const scenarioMutants: readonly Mutant[] = onApi(
  path,
  fcPriceScenarios.map(({ says, asks }, index) => {
    const asked = JSON.stringify({ item: asks.map(itemOf) });
    const price = (before: unknown, at: number) => (at === asks.length - 1 ? Number(before) + 1 : before);
    return [
      `${says} – one yen more`,
      idOf(index),
      whenCall(({ body }) => body.toString() === asked, alter('item', 'fc_price', price)),
    ];
  }),
);
