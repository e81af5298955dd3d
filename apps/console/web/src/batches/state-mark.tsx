import type { BatchState } from '../../../wire/index.js';
import { Icon, type IconName } from '../parts/icon.js';
import { useTexts } from '../texts/use-texts.js';

const icons: Readonly<Record<BatchState, IconName>> = {
  waiting: 'wait',
  processing: 'run',
  finished: 'done',
  empty: 'empty',
  cancelled: 'stop',
  failed: 'bad',
};

/** A state in a word, a drawing and a colour. */
export function StateMark({ state }: { readonly state: BatchState }) {
  const { t } = useTexts();
  return (
    <span class={`state state-${state}`}>
      <Icon name={icons[state]} size={15} />
      {t.states[state]}
    </span>
  );
}
