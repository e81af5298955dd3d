import { NoAnswer } from '../http/exchange.js';
import { CannotJudge, Finding } from '../probe/finding.js';
import { Probe, type RunState } from '../probe/probe.js';
import type { GroupedRequirement, Judgement } from './judgement.js';
import { unmetNeed } from './needs.js';

const checkWithinMs = 100_000;

/** Judges one requirement. Every error that the check of the requirement throws becomes an outcome. */
export async function judge(requirement: GroupedRequirement, state: RunState): Promise<Judgement> {
  const probe = new Probe(state);
  try {
    const unmet = await unmetNeed(requirement, state);
    if (unmet !== undefined) return { requirement, outcome: 'not judged', reason: unmet };
    await within(checkWithinMs * (state.target.patience ?? 1), requirement.check(probe));
    return { requirement, outcome: 'passed', reason: '' };
  } catch (error) {
    return { requirement, ...outcomeOf(error, probe) };
  }
}

/** Judges several requirements at the same time, and calls `onJudged` after each requirement. */
export async function judgeAll(
  requirements: readonly GroupedRequirement[],
  state: RunState,
  {
    atOnce,
    onJudged = () => undefined,
  }: { readonly atOnce: number; readonly onJudged?: (judgement: Judgement) => void },
): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  const queue = requirements.entries();
  const work = async () => {
    for (const [index, requirement] of queue) {
      const judgement = await judge(requirement, state);
      judgements[index] = judgement;
      onJudged(judgement);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return judgements;
}

function outcomeOf(error: unknown, probe: Probe): Omit<Judgement, 'requirement'> {
  if (error instanceof CannotJudge) return { outcome: 'not judged', reason: error.message };
  const exchange = error instanceof Finding ? (error.exchange ?? probe.lastExchange) : probe.lastExchange;
  if (error instanceof Finding || error instanceof NoAnswer)
    return { outcome: 'failed', reason: error.message, exchange };
  return { outcome: 'failed', reason: `the answer could not be read: ${String(error)}`, exchange };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Finding(`the check was not finished after ${ms / 1_000} seconds`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
