import { type Html, html } from './html.js';
import { type Language, languages } from './page-language.js';
import { pageStyle } from './page-style.js';
import { pageTexts } from './page-texts.js';
import { passkeyScript } from './passkey-script.js';
import { passwordScript } from './password-script.js';

/** The address of the same page in each language. The page contains no link to the language in which it is shown. */
export type LanguageLinks = Readonly<Record<Language, string>>;

export interface PageFrame {
  readonly language: Language;
  readonly title: string;
  /** The title of the browser window, which screen readers read aloud (default: the heading of the page). */
  readonly windowTitle?: string | undefined;
  readonly languageLinks?: LanguageLinks | undefined;
  /** The menu that leads to other pages. It is shown above the heading. */
  readonly menu?: Html | undefined;
  readonly content: Html;
  /** Whether the page uses a passkey. Such a page needs the script. */
  readonly usesPasskey?: boolean;
  /** Whether the person types a password on the page. The script of such a page can show the password. */
  readonly hasPassword?: boolean;
}

const mark = html`<svg viewBox="0 0 36 36" aria-hidden="true" focusable="false"><rect width="36" height="36" rx="10" fill="#fff" fill-opacity=".14"/><path d="M9 14h14.5l-4-4M27 22H12.5l4 4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/**
 * Renders the whole page as text. The brand is on one side and the content on the other. On a phone, the page has only one
 * column.
 */
export function renderPage({
  language,
  title,
  windowTitle,
  languageLinks,
  menu,
  content,
  usesPasskey = false,
  hasPassword = false,
}: PageFrame): string {
  const texts = pageTexts[language];
  const page = html`<html lang="${language}"><head><meta charset="utf-8"><title>${windowTitle ?? title} – ${texts.product}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">`;
  const body = html`</head><body><div class="frame"><header class="brand"><p class="mark">${mark}${texts.product}</p><div><p class="promise">${texts.promise}</p>${list('points', texts.promisePoints)}</div></header><div class="stage">${languageLinks && languageMenu(language, languageLinks)}<main class="card">${menu}<h1>${title}</h1>${content}</main></div></div>`;
  const scripts = [...(usesPasskey ? [passkeyScript] : []), ...(hasPassword ? [passwordScript] : [])];
  return `<!doctype html>${page.text}<style>${pageStyle}</style>${body.text}${scripts.map((script) => `<script>${script}</script>`).join('')}</body></html>`;
}

function list(name: string, items: readonly string[]): Html {
  return html`<ul class="${name}">${joined(items.map((item) => html`<li>${item}</li>`))}</ul>`;
}

export function joined(pieces: readonly Html[]): Html {
  return pieces.reduce((whole, piece) => html`${whole}${piece}`, html``);
}

function languageMenu(current: Language, links: LanguageLinks): Html {
  const entries = languages.map((language) => {
    const { languageName } = pageTexts[language];
    return language === current
      ? html`<li><span lang="${language}" aria-current="true">${languageName}</span></li>`
      : html`<li><a lang="${language}" hreflang="${language}" href="${links[language]}">${languageName}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${pageTexts[current].languageMenu}"><ul>${joined(entries)}</ul></nav>`;
}
