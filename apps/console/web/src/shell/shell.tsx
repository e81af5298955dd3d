import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Right, SessionAnswer } from '../../../wire/index.js';
import { FindField } from '../find/find-field.js';
import { CompanyName } from '../partners/company-name.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useRights } from '../session/use-rights.js';
import { useTexts } from '../texts/use-texts.js';
import { placeOf, places } from './places.js';
import type { Preferences, Theme } from './preferences.js';

export interface ShellProps {
  readonly session: SessionAnswer;
  readonly preferences: Preferences;
  readonly onPrefer: (preferences: Preferences) => void;
  readonly onSignOut: () => void;
  readonly children: ComponentChildren;
}

/** The field at the top finds nothing unless the application has one of these rights. */
const findRights: readonly Right[] = ['trade', 'order', 'batch', 'master', 'list'];

/** The frame of every page: the menu, the field that finds anything, the user, and the choice of language and colours. */
export function Shell({ session, preferences, onPrefer, onSignOut, children }: ShellProps) {
  const { t } = useTexts();
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const { portalUrl } = session.platform;
  const { mayAny } = useRights();
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <header class="top">
        <Link href="/" class="brand" aria-label={t.name}>
          <Mark />
        </Link>
        {mayAny(findRights) && <FindField />}
        <button
          type="button"
          class="button quiet menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          <span class="menu-word">{t.menu}</span>
        </button>
      </header>
      <aside class={isOpen ? 'side open' : 'side'} id="menu" aria-label={t.name}>
        <Link href="/" class="brand">
          <Mark />
          {t.name}
        </Link>
        <nav aria-label={t.menu}>
          <ul class="places">
            {places
              .filter(({ needs }) => mayAny(needs))
              .map((place) => (
                <li key={place.path}>
                  <Link href={place.path} class="place" aria-current={placeOf(path) === place ? 'page' : undefined}>
                    <Icon name={place.icon} />
                    {place.title(t)}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <div class="side-foot">
          {portalUrl !== undefined && (
            <a class="place" href={portalUrl} target="_blank" rel="noreferrer">
              <Icon name="info" />
              {t.guide}
            </a>
          )}
          <Choices preferences={preferences} onPrefer={onPrefer} />
          <div class="who">
            <CompanyName />
            <p class="who-name">{session.user.username}</p>
            <p class="small soft">
              {t.member} <span class="number">{session.user.memberCode}</span>
            </p>
            <Button kind="quiet" isSmall icon="leave" onPress={onSignOut}>
              {t.signOut}
            </Button>
          </div>
        </div>
      </aside>
      <main id="content">{children}</main>
    </div>
  );
}

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Language and colours. */
export function Choices({ preferences, onPrefer }: Pick<ShellProps, 'preferences' | 'onPrefer'>) {
  const { t } = useTexts();
  const other = preferences.language === 'en' ? 'ja' : 'en';
  return (
    <div class="choices">
      <button
        type="button"
        class="button quiet small-button"
        onClick={() => onPrefer({ ...preferences, language: other })}
      >
        <Icon name="language" size={15} />
        <span lang={other}>{t.otherLanguage}</span>
      </button>
      <label class="theme">
        <span class="hidden">{t.theme}</span>
        <Icon name={preferences.theme === 'dark' ? 'dark' : 'light'} size={15} />
        <select
          value={preferences.theme}
          onChange={(event) => onPrefer({ ...preferences, theme: event.currentTarget.value as Theme })}
        >
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {t.themes[theme]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" />
      <path d="M7 12h13l-4-4M25 20H12l4 4" />
    </svg>
  );
}
