import { batchScenarios } from './batch-scenarios.js';
import { lineScenarios } from './line-scenarios.js';
import { refusalScenarios } from './refusal-scenarios.js';
import type { Scenario } from './scenario.js';
import { tokenScenarios } from './token-scenarios.js';

/** All scenarios, the calm one first. */
export const scenarios: readonly Scenario[] = [
  ...lineScenarios,
  ...refusalScenarios,
  ...tokenScenarios,
  ...batchScenarios,
];

export function scenarioOf(name: string): Scenario | undefined {
  return scenarios.find((scenario) => scenario.name === name);
}
