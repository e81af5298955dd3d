import { plainPageHeaders } from './plain-page-headers.js';
import type { PageLanguage } from './reader-wishes.js';

/** The content of a service's first page. All texts are constants; none comes from a request. */
export interface LandingPage {
  readonly title: Readonly<Record<PageLanguage, string>>;
  readonly purpose: Readonly<Record<PageLanguage, string>>;
  /** The links, the most important first. The address may differ by language. */
  readonly links: readonly LandingLink[];
}

/** A link of the page at `/`, in both languages. */
export interface LandingLink {
  readonly href: string | Readonly<Record<PageLanguage, string>>;
  readonly text: Readonly<Record<PageLanguage, string>>;
}

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.7 system-ui,"Hiragino Sans","Noto Sans JP",sans-serif;background:light-dark(#f5f6f8,#15171b);color:light-dark(#1f2328,#e7e7ea)}
main{box-sizing:border-box;width:min(34rem,100% - 2rem);margin:2rem 1rem;padding:2rem;border-radius:12px;background:light-dark(#fff,#1f2228);border:1px solid light-dark(#dfe2e7,#343842)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.3}
p{margin:0 0 1.25rem}
ul{margin:0;padding:0;list-style:none}
li+li{margin-top:.6rem}
a{color:light-dark(#1d4ed8,#93b4ff);text-underline-offset:.2em;overflow-wrap:anywhere}
li:first-child a{display:inline-block;padding:.5rem 1.1rem;border-radius:8px;background:#1d4ed8;color:#fff;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}`;

/** The headers of a landing page. The page depends on the reader's preferences, and loads nothing from elsewhere. */
export const landingHeaders = plainPageHeaders(style, 'Accept, Accept-Language');

/** The first page of a service, for people who open its address. */
export function renderLandingPage({ title, purpose, links }: LandingPage, language: PageLanguage): string {
  const items = links.map(({ href, text }) => {
    const address = typeof href === 'string' ? href : href[language];
    return `<li><a href="${escape(address)}">${escape(text[language])}</a></li>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title[language])}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title[language])}</h1>
<p>${escape(purpose[language])}</p>
<ul>
${items.join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
