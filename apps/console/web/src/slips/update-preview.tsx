import type { SlipAction, SlipUpdateAnswer, StoredRecord } from '../../../wire/index.js';
import { Icon } from '../parts/icon.js';
import { textOf } from '../server/text-of.js';
import { useTexts } from '../texts/use-texts.js';
import { SlipAmounts } from './slip-amounts.js';
import { SlipStatus } from './slip-status.js';

/**
 * Shows the status and the amounts that a slip has after an update. The platform has already judged the update as
 * possible.
 */
export function UpdatePreview({
  slip,
  action,
  answer: { statusCode, amounts },
}: {
  readonly slip: StoredRecord;
  readonly action: SlipAction;
  readonly answer: SlipUpdateAnswer;
}) {
  const { t } = useTexts();
  const former = textOf(slip['status_code']);
  return (
    <div class="update-preview">
      <p class="wish-good">
        <Icon name="done" size={15} /> {t.slips.possible}
      </p>
      <p class="status-change">
        <SlipStatus code={former} />
        {former !== statusCode && (
          <>
            <Icon name="open" size={15} />
            <span class="hidden">{t.slips.becomes}</span>
            <SlipStatus code={statusCode} />
          </>
        )}
      </p>
      {amounts === undefined && <p>{t.slips.unknownAmounts}</p>}
      {amounts === 'same' && (
        <>
          <p>{t.slips.sameAmounts}</p>
          <SlipAmounts slip={slip} />
        </>
      )}
      {typeof amounts === 'object' && action === 'return' && (
        <>
          <p>{t.slips.returnSlip}</p>
          <SlipAmounts slip={amounts} />
        </>
      )}
      {typeof amounts === 'object' && action !== 'return' && <SlipAmounts slip={slip} after={amounts} />}
    </div>
  );
}
