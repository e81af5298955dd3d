import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { en, type Texts } from './en.js';
import { type Format, type Language, makeFormat } from './format.js';

/** Returns all texts of the pages in the user's language. */
export interface Speech {
  readonly language: Language;
  readonly t: Texts;
  readonly format: Format;
}

export const SpeechContext = createContext<Speech>({ language: 'en', t: en, format: makeFormat('en') });

export function useTexts(): Speech {
  return useContext(SpeechContext);
}
