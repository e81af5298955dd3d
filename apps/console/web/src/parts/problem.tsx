import { callErrorOf } from '../server/call-error.js';
import { useTexts } from '../texts/use-texts.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

/** A call that failed: what that means, what to do, and what to tell the support. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t, language } = useTexts();
  const { code, requestId, fields, retryAfterSeconds, message } = callErrorOf(error);
  const [title, remedy] = t.problems[code];
  const loose = fields.filter(({ item }) => item === '');
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
      {loose.map((field) => (
        <p key={field.code + field.detail}>
          <code>{field.code}</code> {field.meaning[language]} <span lang="en">{field.detail}</span>
        </p>
      ))}
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
