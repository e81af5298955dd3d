import { type SlipTransition, slipStatus, slipTransitions } from '@trading-platform/domain-types';
import type { SlipAction, SlipActionForm } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { useTexts } from '../texts/use-texts.js';

const cancelled: ReadonlySet<string> = new Set([slipStatus.orderCancelled, slipStatus.shipmentCancelled]);

/** The actions that end a slip before its goods are delivered. Their buttons look dangerous and come last. */
export const endingActions: ReadonlySet<string> = new Set(
  (slipTransitions as readonly SlipTransition[]).filter(({ to = '' }) => cancelled.has(to)).map(({ action }) => action),
);

/** The buttons for the actions that the user may take on a slip now. */
export function SlipActions({
  forms,
  onChoose,
}: {
  readonly forms: readonly SlipActionForm[];
  readonly onChoose: (action: SlipAction) => void;
}) {
  const { t } = useTexts();
  const ordered = forms.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <>
      {ordered.map(({ action }, index) => (
        <Button
          key={action}
          kind={index === 0 && !endingActions.has(action) ? 'main' : 'plain'}
          onPress={() => onChoose(action)}
        >
          {t.slips.actions[action]}
        </Button>
      ))}
    </>
  );
}

/** The usual next step comes first: the sides confirm, ship and receive most slips. */
const usual: readonly SlipAction[] = ['confirm', 'receive', 'ship'];

function rankOf({ action }: SlipActionForm): number {
  if (endingActions.has(action)) return usual.length + 1;
  const place = usual.indexOf(action);
  return place === -1 ? usual.length : place;
}
