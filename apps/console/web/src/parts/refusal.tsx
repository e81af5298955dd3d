import type { FieldError } from '../../../wire/index.js';
import { textLanguage } from '../texts/text-language.js';
import { useTexts } from '../texts/use-texts.js';

/** Shows why the platform refused a request: its advice, then the code and the meaning of the code. */
export function Refusal({ said }: { readonly said: Pick<FieldError, 'code' | 'detail' | 'meaning'> }) {
  const { language } = useTexts();
  return (
    <span class="refusal">
      {said.detail !== '' && <span lang={textLanguage(said.detail)}>{said.detail}</span>}
      <span class="small soft refusal-code">
        <code>{said.code}</code> {said.meaning[language]}
      </span>
    </span>
  );
}
