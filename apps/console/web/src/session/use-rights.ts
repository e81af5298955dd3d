import type { Right } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';
import { useSession } from './session-context.js';

/** Returns what this application may do. The server judges each call again. */
export function useRights() {
  const { language } = useTexts();
  const { rights } = useSession();
  const may = (right: Right): boolean => rights.some(({ name, isHeld }) => name === right && isHeld);
  return {
    may,
    /** Whether the application has at least one of these rights. For an empty list the answer is yes. */
    mayAny: (some: readonly Right[]): boolean => some.length === 0 || some.some(may),
    wordsOf: (right: Right): string => rights.find(({ name }) => name === right)?.words[language] ?? right,
  };
}
