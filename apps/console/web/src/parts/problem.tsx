import { callErrorOf } from '../server/call-error.js';
import { useTexts } from '../texts/use-texts.js';
import { Button } from './button.js';
import { Notice } from './notice.js';
import { Refusal } from './refusal.js';

/** The maximum number of refusals that are shown at once. */
const told = 20;

/** Shows a failed call: its meaning, what the user can do, and the number that support needs. */
export function Problem({
  error,
  onRetry,
  isMarked = () => false,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Whether the page shows the error of a field beside that field. */
  readonly isMarked?: (item: string) => boolean;
}) {
  const { t, format, language } = useTexts();
  const { code, requestId, fields, retryAfterSeconds, message, right } = callErrorOf(error);
  const [title, remedy] =
    right === undefined ? t.problems[code] : [t.rights.notAllowed(right.words[language]), t.rights.remedy];
  // The title already says what the refusal says.
  const loose = right === undefined ? fields.filter(({ item }) => !isMarked(item)) : [];
  return (
    <Notice
      kind="bad"
      title={title}
      {...(onRetry === undefined
        ? {}
        : {
            action: (
              <Button icon="again" isSmall onPress={onRetry}>
                {t.tryAgain}
              </Button>
            ),
          })}
    >
      <p>{retryAfterSeconds === undefined ? remedy : t.retryAfter(retryAfterSeconds)}</p>
      {loose.slice(0, told).map((said) => (
        <p key={said.item + said.code + said.detail}>
          {said.item !== '' && <code>{said.item}</code>} <Refusal said={said} />
        </p>
      ))}
      {loose.length > told && <p>{t.batches.andMore(format.number(loose.length - told))}</p>}
      <p class="small soft">
        {requestId === '' ? (
          <span lang="en">{message}</span>
        ) : (
          <>
            {t.requestId} <code>{requestId}</code>
          </>
        )}
      </p>
    </Notice>
  );
}
