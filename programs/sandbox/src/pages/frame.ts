import type { Language } from '../scenarios/scenario.js';
import { pageStyle } from './page-style.js';
import { words } from './words.js';

export interface Page {
  readonly language: Language;
  readonly title: string;
  /** HTML. */
  readonly content: string;
  /** The page's own path, for the link to the other language. */
  readonly path: string;
}

/** A page with the frame of all pages. */
export function framed({ language, title, content, path }: Page): string {
  const { sandbox, scenarios, recorder, otherLanguage } = words[language];
  const other = language === 'en' ? 'ja' : 'en';
  const link = (to: string, text: string) => `<a href="${to}?lang=${language}">${escaped(text)}</a>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header><strong>${escaped(sandbox)}</strong>${link('/', scenarios)}${link('/recorder', recorder)}<a href="${path}?lang=${other}" lang="${other}">${otherLanguage}</a></header>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The language that the reader chose, or else prefers. */
export function languageOf(wish: string | null, acceptLanguage: string | undefined): Language {
  if (wish === 'en' || wish === 'ja') return wish;
  const first = /\b(en|ja)\b/i.exec(acceptLanguage ?? '')?.[1];
  return first?.toLowerCase() === 'ja' ? 'ja' : 'en';
}
