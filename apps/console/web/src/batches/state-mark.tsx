import type { BatchState } from '../../../wire/index.js';
import { Icon, type IconName } from '../parts/icon.js';
import type { Texts } from '../texts/en.js';
import type { Format } from '../texts/format.js';
import { useTexts } from '../texts/use-texts.js';

/** The state of a batch, with its qualification. */
export interface Outcome {
  readonly state: BatchState;
  /** Records that were refused. */
  readonly refusedCount: number;
}

/** How an outcome looks. Not all of a finished upload need be good. */
export type OutcomeLook = BatchState | 'partly';

const icons: Readonly<Record<OutcomeLook, IconName>> = {
  waiting: 'wait',
  processing: 'run',
  finished: 'done',
  partly: 'bad',
  empty: 'empty',
  cancelled: 'stop',
  failed: 'bad',
};

export function lookOf({ state, refusedCount }: Outcome): OutcomeLook {
  return state === 'finished' && refusedCount > 0 ? 'partly' : state;
}

/** An outcome in words: `Finished, 3 refused`. */
export function outcomeWords(outcome: Outcome, { t, format }: { readonly t: Texts; readonly format: Format }): string {
  const look = lookOf(outcome);
  return look === 'partly' ? t.finishedBut(format.number(outcome.refusedCount)) : t.states[look];
}

/** A state in words, a drawing and a colour. */
export function StateMark({ of }: { readonly of: Outcome }) {
  const look = lookOf(of);
  return (
    <span class={`state state-${look}`}>
      <Icon name={icons[look]} size={15} />
      {outcomeWords(of, useTexts())}
    </span>
  );
}
