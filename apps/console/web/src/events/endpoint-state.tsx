import type { Endpoint, EndpointAttempt } from '../../../wire/index.js';
import { Icon } from '../parts/icon.js';
import { useTexts } from '../texts/use-texts.js';

/** Says whether an endpoint gets events, and why it does not. */
export function EndpointState({ endpoint: { isEnabled, disabledReason } }: { readonly endpoint: Endpoint }) {
  const { t } = useTexts();
  if (isEnabled || disabledReason === undefined) {
    return (
      <span class="state state-finished">
        <Icon name="done" size={15} />
        {t.events.enabled}
      </span>
    );
  }
  const isFault = disabledReason === 'gone' || disabledReason === 'failing';
  return (
    <span class={`state ${isFault ? 'state-failed' : 'state-waiting'}`}>
      <Icon name={isFault ? 'bad' : 'stop'} size={15} />
      {t.events.disabled[disabledReason]}
    </span>
  );
}

export function isDelivered({ status }: EndpointAttempt): boolean {
  return status >= 200 && status < 300;
}

/** Says how an endpoint has answered. */
export function AttemptState({ attempt }: { readonly attempt: EndpointAttempt }) {
  const { t } = useTexts();
  const isGood = isDelivered(attempt);
  return (
    <span class={`state ${isGood ? 'state-finished' : 'state-failed'}`}>
      <Icon name={isGood ? 'done' : 'bad'} size={15} />
      {attempt.status === 0 ? t.events.noAnswer : t.events.answered(attempt.status)}
    </span>
  );
}
