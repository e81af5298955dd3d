import { useState } from 'preact/hooks';
import type { DownloadDescription } from '../../../wire/index.js';
import { CopyButton } from '../parts/copy-button.js';
import { Tabs } from '../parts/tabs.js';
import { useTexts } from '../texts/use-texts.js';
import { type CodeLanguage, codeLanguages, requestCode } from './request-code.js';
import type { Criteria } from './request-draft.js';

const titles: Readonly<Record<CodeLanguage, string>> = { curl: 'curl', tp: 'tp', node: 'Node', python: 'Python' };

/** Shows how other tools would send the request of the form. */
export function RequestCode({
  download,
  criteria,
}: {
  readonly download: DownloadDescription;
  readonly criteria: Criteria;
}) {
  const { t } = useTexts();
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const code = requestCode(language, download, criteria);
  return (
    <Tabs
      label={t.request.elsewhere}
      tabs={codeLanguages.map((name) => [name, titles[name]] as const)}
      chosen={language}
      onChoose={setLanguage}
    >
      <pre class="code" tabIndex={0} lang="en">
        <code>{code}</code>
      </pre>
      <div class="code-foot">
        <CopyButton text={code} />
        <span class="small soft">{t.request.codeNote[language]}</span>
      </div>
    </Tabs>
  );
}
