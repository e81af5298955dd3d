import { memberOf, scenarioSeller } from '../../market/members.js';
import { type Ask, type NumberedScenario, scenarioCatalogId, scenarios } from '../../market/scenarios/index.js';
import { each, json, onApi, whenCall } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { dayOf, textOf } from '../../rules/calendar.js';
import { ask, datesIn, path } from './delivery.js';

function idOf({ no }: NumberedScenario): string {
  return `DLV-${no}`;
}

/** Each rule of the shortest delivery date, shown by a seller of its own. */
export const scenarioRequirements: readonly Requirement[] = scenarios.map((scenario) => ({
  id: idOf(scenario),
  source: scenario.source,
  says: scenario.says,
  needs: ['market'],
  check: (probe) => follow(probe, scenario),
}));

async function follow(probe: Probe, scenario: NumberedScenario): Promise<void> {
  for (const question of scenario.asks) {
    const { sendDate, product, hope, buyer = 'head', gives, error } = question;
    const catalogId = scenarioCatalogId(scenario, product);
    const wish = hope === undefined ? {} : { hope_delivery_date: hope };
    const pair = { self: memberOf[buyer], partner: scenarioSeller(scenario.no), sendDate };
    const answer = await ask(probe, pair, [{ catalog_id: catalogId, ...wish }]);
    const wanted = [catalogId, gives, ...(error === undefined ? [] : [error])];
    answer.expectEqual(datesIn(answer), [wanted], `product, date and errors of an order sent at ${sendDate}`);
  }
}

const oneDayLater = each('details_list', (product) => {
  const date = String(product['shortest_delivery_date']);
  if (date !== '') product['shortest_delivery_date'] = textOf(dayOf(date) + 1);
});

const withoutError = json((body) => {
  for (const product of body['details_list'] as Record<string, unknown>[]) {
    product['detail_error_list'] = [];
    if (product['shortest_delivery_date'] === '') product['shortest_delivery_date'] = '2027-03-02';
  }
});

/** For each scenario, its first question answered with another date, or a refusal as if there were none. */
export const scenarioMutants: readonly Mutant[] = scenarios.map((scenario) => {
  const { no, says, asks } = scenario;
  const first = asks.find(({ error }) => error !== undefined) ?? asks[0];
  const edit = first?.error === undefined ? oneDayLater : withoutError;
  return {
    name: `${says} – ${first?.error === undefined ? 'a day later' : 'no error'}`,
    noticedBy: [idOf(scenario)],
    rule: onApi(
      path,
      whenCall(({ body }) => body.includes(`"${scenarioSeller(no)}"`) && isOf(first, body), edit),
    ),
  };
});

function isOf(question: Ask | undefined, body: Buffer): boolean {
  return question !== undefined && body.includes(question.sendDate);
}
