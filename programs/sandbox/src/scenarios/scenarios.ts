import { batchScenarios } from './batch-scenarios.js';
import { conversationScenarios } from './conversation-scenarios.js';
import { lineScenarios } from './line-scenarios.js';
import { refusalScenarios } from './refusal-scenarios.js';
import type { Scenario } from './scenario.js';
import { tokenScenarios } from './token-scenarios.js';

/** The scenarios of downloads, the calm one first. */
export const scenarios: readonly Scenario[] = [
  ...lineScenarios,
  ...refusalScenarios,
  ...tokenScenarios,
  ...batchScenarios,
];

/** All scenarios, including the scenarios of updates and events. */
export const allScenarios: readonly Scenario[] = [...scenarios, ...conversationScenarios];

export function scenarioOf(name: string): Scenario | undefined {
  return allScenarios.find((scenario) => scenario.name === name);
}
