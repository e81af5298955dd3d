import { memberOf, scenarioSeller } from '../members.js';
import { catalogLine, type Line, type ProductLine, product } from '../products.js';
import type { PairSettingLine } from '../settings.js';
import { closingTimeScenarios } from './closing-times.js';
import { leadTimeScenarios } from './lead-times.js';
import { nonTradingDayScenarios } from './non-trading-days.js';
import { orderableScenarios } from './orderable.js';
import type { Scenario, ScenarioRows } from './scenario.js';

export type { Ask, Scenario, ScenarioProduct, ScenarioRows } from './scenario.js';

/** A scenario with its number. The number is part of the names of its requirement, its seller and its products. */
export interface NumberedScenario extends Scenario {
  readonly no: number;
}

/** Each list is numbered separately, so adding a scenario at the end of a list changes no other number. */
function numbered(first: number, list: readonly Scenario[]): readonly NumberedScenario[] {
  return list.map((scenario, index) => ({ ...scenario, no: first + index }));
}

/** The scenarios for every rule of the shortest delivery date. */
export const scenarios: readonly NumberedScenario[] = [
  ...numbered(101, closingTimeScenarios),
  ...numbered(131, leadTimeScenarios),
  ...numbered(151, nonTradingDayScenarios),
  ...numbered(181, orderableScenarios),
];

/** Returns the `catalog_id` of a product of a scenario. */
export function scenarioCatalogId({ no, products }: NumberedScenario, index = 0): string {
  const asked = products?.[index]?.sameIdAs ?? index;
  return `CK-D${no}-${asked + 1}`;
}

/** Returns the products of all scenarios. */
export const scenarioProducts: readonly ProductLine[] = scenarios.flatMap((scenario) =>
  (scenario.products ?? [{}]).map(({ catalog = {}, orderTo = '', owner = 'head' }, index) =>
    product(
      owner,
      scenarioSeller(scenario.no),
      { catalog: [catalogLine(scenarioCatalogId(scenario, index), catalog)] },
      { member_code_order_to: orderTo },
    ),
  ),
);

/** Returns the rows of one setting between buyers and the sellers of the scenarios. */
export function scenarioSettings(kind: keyof ScenarioRows): readonly PairSettingLine[] {
  return scenarios.flatMap(({ no, pair, general }) => [
    ...settingLine(memberOf.head, no, kind, pair?.[kind]),
    ...settingLine('', no, kind, general?.[kind]),
  ]);
}

function settingLine(buyer: string, no: number, kind: string, rows: readonly Line[] | undefined): PairSettingLine[] {
  if (rows === undefined) return [];
  const seller = { member_code_seller: scenarioSeller(no), [kind]: rows };
  return [{ member_code_buyer: buyer, seller_list: [seller] }];
}

/** Returns the lead-time non-counting days of the sellers of the scenarios. */
export const scenarioNonCountingDays: readonly object[] = scenarios.flatMap(({ no, nonCounting }) => {
  if (nonCounting === undefined) return [];
  const days = nonCounting.map((holiday) => ({ set_id: 'A', holiday }));
  return [{ member_code_seller: scenarioSeller(no), businessholiday: days }];
});
