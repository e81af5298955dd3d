import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { Button } from './button.js';

/** A button that copies a text and then shows a short confirmation. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  const isCopied = copied === text;
  return (
    <span role="status">
      <Button kind="quiet" isSmall icon={isCopied ? 'done' : 'copy'} onPress={() => void copy()}>
        {isCopied ? t.copied : (label ?? t.copy)}
      </Button>
    </span>
  );
}
