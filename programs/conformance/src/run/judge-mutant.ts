import { mutantsOf } from '../groups/mutants.js';
import { HttpClient } from '../http/http-client.js';
import type { Mutant } from '../mutants/mutant.js';
import { MutatingProxy } from '../mutants/mutating-proxy.js';
import type { Target } from '../probe/account.js';
import { Tokens } from '../probe/tokens.js';
import { judgeAll } from './judge.js';
import { listRequirements } from './run-conformance.js';
import { newRunState } from './run-state.js';

/** A requirement that should have noticed a mutant but did not. */
export interface Unnoticed {
  readonly mutant: string;
  readonly id: string;
  /** The reason why the requirement was not judged. The text is empty if the requirement passed. */
  readonly reason: string;
}

const checksAtOnce = 3;
const mutantsAtOnce = 3;

/** Returns all mutants, group by group. */
export function listMutants(): readonly Mutant[] {
  return Object.values(mutantsOf).flat();
}

/**
 * Judges many mutants of one deployment. Several mutants are judged at the same time. Mutants whose requirements run
 * alone come last, one by one.
 *
 * @returns the requirements that noticed nothing
 */
export async function judgeMutants(mutants: readonly Mutant[], target: Target): Promise<readonly Unnoticed[]> {
  const http = new HttpClient();
  const tokens = new Tokens(http, target);
  const alone = new Set(
    listRequirements().flatMap((requirement) => (requirement.alone === true ? [requirement.id] : [])),
  );
  const isAlone = ({ noticedBy }: Mutant) => noticedBy.some((id) => alone.has(id));
  try {
    const others = mutants.filter((mutant) => !isAlone(mutant)).values();
    const unnoticed: Unnoticed[] = [];
    const work = async (queue: Iterable<Mutant>) => {
      for (const mutant of queue) unnoticed.push(...(await judgeMutant(mutant, target, tokens)));
    };
    await Promise.all(Array.from({ length: mutantsAtOnce }, () => work(others)));
    await work(mutants.filter(isAlone));
    return unnoticed;
  } finally {
    http.close();
  }
}

/**
 * Starts a proxy with the fault in front of a deployment, and runs the requirements that must notice the fault.
 *
 * @param tokens the tokens of the deployment itself, so that not every mutant has to sign in again
 * @returns the requirements that have not noticed the fault; the list is empty if the kit is right
 */
async function judgeMutant(mutant: Mutant, target: Target, tokens: Tokens): Promise<readonly Unnoticed[]> {
  const proxy = await MutatingProxy.start(target, mutant.rule());
  const http = new HttpClient();
  try {
    const mutated = { ...target, apiUrl: proxy.apiUrl, authUrl: proxy.authUrl };
    const state = newRunState(mutated, http, tokens);
    const bound = listRequirements().filter(({ id }) => mutant.noticedBy.includes(id));
    const judgements = await judgeAll(bound, state, { atOnce: checksAtOnce });
    return judgements
      .filter(({ outcome }) => outcome !== 'failed')
      .map(({ requirement, reason }) => ({ mutant: mutant.name, id: requirement.id, reason }));
  } finally {
    http.close();
    await proxy.stop();
  }
}
