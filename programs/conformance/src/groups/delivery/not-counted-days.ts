import { expectShape, listOf, textOf } from '../../checks/records.js';
import { memberOf, scenarioSeller } from '../../market/members.js';
import { type NumberedScenario, scenarioCatalogId, scenarios } from '../../market/scenarios/index.js';
import type { Fields } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { dayOf, textOf as textOfDay } from '../../rules/calendar.js';
import { ask, explain, shapes } from './delivery.js';

const sellersWithSuchDays = scenarios.filter(({ nonCounting = [] }) => nonCounting.length > 0);

/** Requirements about the machine-readable parts of an explanation. */
export const notCountedRequirements: readonly Requirement[] = [
  {
    id: 'DLV-014',
    source: '10',
    says: 'The step of a lead time names the days of the seller that it skips; other steps name no days.',
    needs: ['market'],
    check: async (probe) => {
      for (const scenario of sellersWithSuchDays) await follow(probe, scenario);
    },
  },
];

async function follow(probe: Probe, scenario: NumberedScenario): Promise<void> {
  const nonCounting = new Set(scenario.nonCounting);
  for (const { sendDate, product, buyer = 'head' } of scenario.asks) {
    const pair = { self: memberOf[buyer], partner: scenarioSeller(scenario.no), sendDate };
    const answer = await ask(probe, pair, [{ catalog_id: scenarioCatalogId(scenario, product) }], explain);
    const steps = answer
      .expectNormal()
      .list('details_list')
      .flatMap((each) => listOf(each, 'step_list'));
    expectShape(answer, shapes.notCounted);
    const wanted = steps.map((step) => (step['rule'] === 'lead-time' ? passedOver(step, nonCounting) : []));
    answer.expectEqual(
      steps.map(daysNamedBy),
      wanted,
      `the days that are not counted for an order sent at ${sendDate}`,
    );
  }
}

function daysNamedBy(step: Fields): readonly string[] {
  return listOf(step, 'not_counted_list').flatMap((range) =>
    daysBetween(textOf(range, 'first_date'), textOf(range, 'last_date')),
  );
}

function passedOver(step: Fields, nonCounting: ReadonlySet<string>): readonly string[] {
  return daysBetween(textOf(step, 'from_date'), textOf(step, 'to_date'))
    .slice(1)
    .filter((day) => nonCounting.has(day));
}

/** The search for a date ends after this many days. */
const daysAtMost = 367;

/** The period includes both ends. */
function daysBetween(first: string, last: string): readonly string[] {
  const [from, to] = [dayOf(first), dayOf(last)];
  return Array.from({ length: Math.min(Math.max(0, to - from + 1), daysAtMost) }, (_, n) => textOfDay(from + n));
}
