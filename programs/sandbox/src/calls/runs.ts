import { type Choice, choiceText, parseChoice } from '../scenarios/choice.js';
import { Run, type RunFacts } from './run.js';

/** Beyond this number the oldest runs and clients are forgotten. */
const mostRuns = 500;
const mostClients = 500;

/** The current runs, and the scenarios chosen for whole clients. */
export class Runs {
  readonly #runs = new Map<string, Run>();
  readonly #clients = new Map<string, Choice>();
  readonly #calm = parseChoice('calm');

  of(choice: Choice): Run {
    const key = choiceText(choice);
    const run = this.#runs.get(key) ?? new Run(choice);
    this.#runs.delete(key);
    this.#runs.set(key, run);
    if (this.#runs.size > mostRuns) this.#runs.delete(this.#runs.keys().next().value as string);
    return run;
  }

  /** The run of a call that does not choose a scenario. */
  ofClient(clientId: string | undefined): Run {
    return this.of(this.#clients.get(clientId ?? '') ?? this.#calm);
  }

  facts(choice: Choice): RunFacts | undefined {
    return this.#runs.get(choiceText(choice))?.facts;
  }

  /** Scenarios by client id. */
  get clients(): readonly (readonly [clientId: string, choice: string])[] {
    return [...this.#clients].map(([clientId, choice]) => [clientId, choiceText(choice)] as const);
  }

  /** Chooses a scenario for all calls of a client, with a new run; `undefined` removes the choice. */
  setClient(clientId: string, choice: Choice | undefined): void {
    this.#clients.delete(clientId);
    if (choice === undefined) return;
    // Two clients with the same scenario get separate runs.
    const own = { ...choice, run: choice.run === 'default' ? `client-${runName(clientId)}` : choice.run };
    this.#runs.delete(choiceText(own));
    this.#clients.set(clientId, own);
    if (this.#clients.size > mostClients) this.#clients.delete(this.#clients.keys().next().value as string);
  }

  /** Restarts a run. */
  forget(choice: Choice): void {
    this.#runs.delete(choiceText(choice));
  }
}

function runName(clientId: string): string {
  return clientId.replace(/[^\w.-]/g, '_').slice(0, 50);
}
