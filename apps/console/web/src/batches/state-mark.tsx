import type { BatchState } from '../../../wire/index.js';
import { Icon, type IconName } from '../parts/icon.js';
import type { Texts } from '../texts/en.js';
import type { Format } from '../texts/format.js';
import { useTexts } from '../texts/use-texts.js';

/** Shows the state of a batch, and whether records were refused. */
export interface Outcome {
  readonly state: BatchState;
  /** The number of refused records. */
  readonly refusedCount: number;
}

/** The look of an outcome. A finished upload may still contain refused records. */
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

/** Returns an outcome in words, such as `Finished, 3 refused`. */
export function outcomeWords(outcome: Outcome, { t, format }: { readonly t: Texts; readonly format: Format }): string {
  const look = lookOf(outcome);
  return look === 'partly' ? t.finishedBut(format.number(outcome.refusedCount)) : t.states[look];
}

/** Shows a state in words, with an icon and a colour. */
export function StateMark({ of }: { readonly of: Outcome }) {
  const look = lookOf(of);
  return (
    <span class={`state state-${look}`}>
      <Icon name={icons[look]} size={15} />
      {outcomeWords(of, useTexts())}
    </span>
  );
}
