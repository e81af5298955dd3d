import type { Language } from '../texts/format.js';

/** `system` means the setting that the user has chosen for all programs. */
export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
}

const key = 'console-preferences';

/** The user's choice, or otherwise the setting of the browser. */
export function readPreferences(): Preferences {
  const system: Preferences = {
    language: navigator.languages[0]?.startsWith('ja') === true ? 'ja' : 'en',
    theme: 'system',
  };
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>;
    return {
      language: kept.language === 'en' || kept.language === 'ja' ? kept.language : system.language,
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : system.theme,
    };
  } catch {
    return system;
  }
}

export function keepPreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(preferences));
  } catch {
    // The browser cannot store the preferences, so they last only until the page is closed.
  }
}

/** Sets the language and the colours of the document. */
export function showPreferences({ language, theme }: Preferences): void {
  const root = document.documentElement;
  root.lang = language;
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.dataset['theme'] = theme;
}
