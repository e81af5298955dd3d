import type { Scenario } from './scenario.js';
import { allScenarios, scenarioOf } from './scenarios.js';

/** A caller's choice of scenario, seed and run: `throttled;seed=7;run=nightly`. */
export interface Choice {
  readonly scenario: Scenario;
  /** A natural number. */
  readonly seed: number;
  /** Each run has its own counts. */
  readonly run: string;
}

/** A choice that cannot be parsed. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError';
}

export const defaultSeed = 1;
const defaultRun = 'default';

/**
 * Parses the text of a choice from a header, a path or the control API.
 *
 * @throws ChoiceError with a sentence that lists the possible choices
 */
export function parseChoice(text: string): Choice {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const scenario = scenarioOf(name);
  if (scenario === undefined) {
    const names = allScenarios.map((each) => each.name).join(', ');
    throw new ChoiceError(`There is no scenario ${JSON.stringify(name.slice(0, 40))}: choose one of ${names}`);
  }
  let seed = defaultSeed;
  let run = defaultRun;
  for (const parameter of parameters) {
    const [, key, value = ''] = /^(seed|run)=([\w.-]{1,64})$/.exec(parameter) ?? [];
    if (key === 'run') run = value;
    else if (key === 'seed' && /^\d{1,9}$/.test(value)) seed = Number(value);
    else throw new ChoiceError('The name may be followed by seed= with a number, and by run= with letters and digits');
  }
  return { scenario, seed, run };
}

/** The choice as text; equal for calls of the same run. */
export function choiceText({ scenario, seed, run }: Choice): string {
  const seedPart = seed === defaultSeed ? '' : `;seed=${seed}`;
  const runPart = run === defaultRun ? '' : `;run=${run}`;
  return scenario.name + seedPart + runPart;
}
