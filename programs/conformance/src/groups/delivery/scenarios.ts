import { memberOf, scenarioSeller } from '../../market/members.js';
import { type NumberedScenario, scenarioCatalogId, scenarios } from '../../market/scenarios/index.js';
import { alter, each } from '../../mutants/bodies.js';
import { says as bodySays, both } from '../../mutants/calls.js';
import { whenCall } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { onApi } from '../../mutants/table.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { dayOf, textOf } from '../../rules/calendar.js';
import { ask, datesIn, path } from './delivery.js';

function idOf({ no }: NumberedScenario): string {
  return `DLV-${no}`;
}

/** Requirements for the rules of the shortest delivery date. Each rule has a seller whose settings show the rule. */
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

const oneDayLater = alter('details_list', 'shortest_delivery_date', (date) =>
  typeof date === 'string' && date !== '' ? textOf(dayOf(date) + 1) : '',
);

const withoutError = each('details_list', (product) => {
  product['detail_error_list'] = [];
  if (product['shortest_delivery_date'] === '') product['shortest_delivery_date'] = '2027-03-02';
});

/**
 * For each scenario, a mutant that changes one answer. A delivery date becomes one day later, or an error is left out.
 */
export const scenarioMutants: readonly Mutant[] = onApi(
  path,
  scenarios.map((scenario) => {
    const { no, says, asks } = scenario;
    const { error, sendDate } = asks.find((question) => question.error !== undefined) ?? asks[0]!;
    const [fault, edit] =
      error === undefined ? (['a day later', oneDayLater] as const) : (['no error', withoutError] as const);
    const isAsked = both(bodySays(`"${scenarioSeller(no)}"`), bodySays(sendDate));
    return [`${says} – ${fault}`, idOf(scenario), whenCall(isAsked, edit)];
  }),
);
