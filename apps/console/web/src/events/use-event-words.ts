import { useTexts } from '../texts/use-texts.js';

/** Returns the words for types of events. A type that these pages do not know is shown unchanged. */
export function useEventWords(): (type: string) => string {
  const { t } = useTexts();
  const words: Readonly<Record<string, string>> = t.events.types;
  return (type) => words[type] ?? type;
}
