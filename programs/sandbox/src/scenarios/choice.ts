import type { Scenario } from './scenario.js';
import { scenarioOf, scenarios } from './scenarios.js';

/** Which scenario a caller has chosen, and in which run of it a call is: `throttled;seed=7;run=nightly`. */
export interface Choice {
  readonly scenario: Scenario;
  /** A natural number. */
  readonly seed: number;
  /** Runs are counted apart. */
  readonly run: string;
}

/** A choice that cannot be read. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError';
}

export const defaultSeed = 1;
const defaultRun = 'default';

/**
 * Reads a choice as headers, paths and the control API have it.
 *
 * @throws ChoiceError with a sentence that says what is possible
 */
export function parseChoice(text: string): Choice {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const scenario = scenarioOf(name);
  if (scenario === undefined) {
    const names = scenarios.map((each) => each.name).join(', ');
    throw new ChoiceError(`There is no scenario ${JSON.stringify(name.slice(0, 40))}: choose one of ${names}`);
  }
  let seed = defaultSeed;
  let run = defaultRun;
  for (const parameter of parameters) {
    const [, key, value = ''] = /^(seed|run)=([\w.-]{1,64})$/.exec(parameter) ?? [];
    if (key === 'run') run = value;
    else if (key === 'seed' && /^\d{1,9}$/.test(value)) seed = Number(value);
    else throw new ChoiceError('After the name there may be seed= with a number, and run= with letters and digits');
  }
  return { scenario, seed, run };
}

/** The choice as text, which is the same for the same run. */
export function choiceText({ scenario, seed, run }: Choice): string {
  const seedPart = seed === defaultSeed ? '' : `;seed=${seed}`;
  const runPart = run === defaultRun ? '' : `;run=${run}`;
  return scenario.name + seedPart + runPart;
}
