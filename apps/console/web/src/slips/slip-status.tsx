import { slipStatus } from '@trading-platform/domain-types';
import { Icon, type IconName } from '../parts/icon.js';
import { useSlipWords } from './use-slip-words.js';

type Look = 'waiting' | 'processing' | 'partly' | 'finished' | 'cancelled';

/** The look of each status. Any other status looks as if it waited. */
const looks: Readonly<Record<string, Look>> = {
  [slipStatus.ordered]: 'processing',
  [slipStatus.orderCancelled]: 'cancelled',
  [slipStatus.shipped]: 'processing',
  [slipStatus.correctionRequested]: 'partly',
  [slipStatus.shipmentCancelled]: 'cancelled',
  [slipStatus.received]: 'finished',
  [slipStatus.returned]: 'finished',
  [slipStatus.closed]: 'finished',
};
const icons: Readonly<Record<Look, IconName>> = {
  waiting: 'wait',
  processing: 'run',
  partly: 'bad',
  finished: 'done',
  cancelled: 'stop',
};

/** Shows the status of a slip in words, with an icon and a colour. */
export function SlipStatus({ code }: { readonly code: string }) {
  const { statusOf } = useSlipWords();
  const look = looks[code] ?? 'waiting';
  return (
    <span class={`state state-${look}`}>
      <Icon name={icons[look]} size={15} />
      {statusOf(code)}
    </span>
  );
}
