import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleBatch, DownloadFormat } from '../../../wire/index.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useTexts } from '../texts/use-texts.js';
import { canSave, downloadAddress, type SaveProgress, saveDownload } from './save-download.js';
import { withRepeats } from './with-repeats.js';

const formats: readonly DownloadFormat[] = ['xlsx', 'csv', 'ndjson', 'json'];

type Saving =
  | { readonly step: 'idle' }
  | { readonly step: 'broken' }
  | { readonly step: 'running'; readonly progress: SaveProgress | undefined }
  | { readonly step: 'done'; readonly bytes: number; readonly name: string }
  | { readonly step: 'failed'; readonly format: DownloadFormat; readonly error: unknown };

/** Downloads a batch as a file. */
export function DownloadPanel({ batch }: { readonly batch: ConsoleBatch }) {
  const { t, format: write } = useTexts();
  const [saving, setSaving] = useState<Saving>({ step: 'idle' });
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);

  const save = async (format: DownloadFormat) => {
    const controller = new AbortController();
    running.current = controller;
    const name = nameOf(batch, format);
    let bytes = 0;
    setSaving({ step: 'running', progress: undefined });
    try {
      const tell = (progress: SaveProgress) => {
        bytes = progress.bytes;
        setSaving({ step: 'running', progress });
      };
      await withRepeats(
        () => saveDownload(batch.batchId, format, name, tell, controller.signal),
        () => setSaving({ step: 'broken' }),
        controller.signal,
      );
      setSaving({ step: 'done', bytes, name });
    } catch (error) {
      setSaving(controller.signal.aborted ? { step: 'idle' } : { step: 'failed', format, error });
    }
  };

  if (saving.step === 'running' || saving.step === 'broken') {
    const progress = saving.step === 'running' ? saving.progress : undefined;
    const total = progress?.totalBytes;
    return (
      <div class="progress">
        <progress
          aria-label={t.download.title}
          {...(total === undefined ? {} : { value: progress?.bytes ?? 0, max: Math.max(total, 1) })}
        />
        <p class="small soft number" role="status">
          {saving.step === 'broken'
            ? t.download.broken
            : total === undefined
              ? t.download.soFar(write.bytes(progress?.bytes ?? 0))
              : t.download.of(write.bytes(progress?.bytes ?? 0), write.bytes(total))}
        </p>
        <p class="small soft">{t.download.stay}</p>
        <Button isSmall icon="stop" onPress={() => running.current?.abort()}>
          {t.download.stop}
        </Button>
      </div>
    );
  }
  return (
    <>
      {saving.step === 'done' && <Notice kind="good" title={t.download.done(saving.name, write.bytes(saving.bytes))} />}
      {saving.step === 'failed' && <Problem error={saving.error} onRetry={() => void save(saving.format)} />}
      <ul class="formats">
        {formats.map((format) => (
          <li key={format}>
            {canSave() ? (
              <Button icon="request" onPress={() => void save(format)}>
                {t.download.formats[format]}
              </Button>
            ) : (
              <ButtonLink icon="request" href={downloadAddress(batch.batchId, format)} download>
                {t.download.formats[format]}
              </ButtonLink>
            )}
            <span class="small soft">{t.download.notes[format]}</span>
          </li>
        ))}
      </ul>
      <p class="small soft formulas">{t.download.formulas}</p>
    </>
  );
}

function nameOf({ functionName, batchId }: ConsoleBatch, format: DownloadFormat): string {
  return `${functionName}-${batchId}.${format}`;
}
