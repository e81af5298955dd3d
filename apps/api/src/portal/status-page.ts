import { formatTokyoDateTime } from '@trading-platform/domain-types';
import { type PageLanguage, plainPageHeaders } from '@trading-platform/service';

type Words = Readonly<Record<PageLanguage, string>>;

/** A dependency of the service, and whether it works now. */
export interface StatusPart {
  readonly name: string;
  readonly impairs: boolean;
  readonly works: boolean;
}

/** How the page is shown. */
export interface ShownStatus {
  /** When the parts were checked. */
  readonly at: number;
  readonly language: PageLanguage;
  /** Whether the portal is served, so that the page can link to it. */
  readonly hasGuide: boolean;
}

/** The names that people see for the parts, by the names of the dependencies. */
const partNames: Readonly<Record<string, Words>> = {
  'ordering database': { en: 'Masters, slips, lookups and orders', ja: 'マスタ・伝票・照会・発注' },
  'batch database': { en: 'Batches', ja: 'バッチ' },
  'segment bucket': { en: 'Records of batches', ja: 'バッチのレコード' },
  'keys of auth': { en: 'Check of access tokens', ja: 'アクセストークンの検証' },
  'revocation feed': { en: 'Revocations of access tokens', ja: 'アクセストークンの失効情報' },
};
const otherPart: Words = { en: 'Other parts', ja: 'その他' };

const texts = {
  title: { en: 'Status of the data API', ja: 'データAPIの稼働状況' },
  good: { en: 'All calls are served.', ja: 'すべての呼び出しを処理しています。' },
  impaired: { en: 'Calls are served; a part is impaired.', ja: '呼び出しは処理していますが、一部に影響が出ています。' },
  down: {
    en: 'Calls are refused with HTTP 503. Repeat them after Retry-After.',
    ja: '呼び出しは HTTP 503 になります。Retry-After の秒数が経過してから再送してください。',
  },
  works: { en: 'works', ja: '正常' },
  fails: { en: 'fails', ja: '障害' },
  asOf: { en: 'As of', ja: '確認日時' },
  zone: { en: 'Japan time; renewed every minute', ja: '日本時間。1分ごとに更新されます' },
  guide: { en: 'Guide', ja: 'ガイド' },
} satisfies Readonly<Record<string, Words>>;

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.7 system-ui,"Hiragino Sans","Noto Sans JP",sans-serif;background:light-dark(#f6f7f9,#0f1216);color:light-dark(#1a1e24,#e9ecf0)}
main{box-sizing:border-box;width:min(38rem,100% - 2rem);margin:2rem 1rem;padding:2rem;border-radius:12px;background:light-dark(#fff,#171b21);border:1px solid light-dark(#dde1e7,#2b323c)}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.3}
.sum{margin:0 0 1.25rem;padding:.75rem 1rem;border-radius:8px;font-weight:600}
.good{background:light-dark(#e2f4ed,#12291f);color:light-dark(#0b6b4f,#6fd3ac)}
.impaired{background:light-dark(#fdf1de,#2f2412);color:light-dark(#8a4b00,#f0b567)}
.down{background:light-dark(#fdeceb,#341a1b);color:light-dark(#b0232a,#ff9d97)}
dl{margin:0;display:grid;grid-template-columns:1fr auto;}
dt,dd{margin:0;padding:.5rem 0;border-top:1px solid light-dark(#dde1e7,#2b323c)}
dd{padding-left:1.5rem;font-weight:600}
dd.good,dd.down{background:none}
p{margin:1.25rem 0 0;color:light-dark(#535c68,#a9b2be);font-size:.875rem}
a{color:light-dark(#1d4ed8,#93b4ff);text-underline-offset:.2em}
a:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}`;

export const statusHeaders = plainPageHeaders(style, 'Accept-Language');

/** Makes the status page. All texts are constants; none comes from a request or from an error. */
export function statusPage(parts: readonly StatusPart[], { at, language, hasGuide }: ShownStatus): string {
  const folder = language === 'en' ? '/docs/' : `/docs/${language}/`;
  const guide = hasGuide ? ` · <a href="${folder}">${texts.guide[language]}</a>` : '';
  const worst = worstOf(parts);
  const rows = parts.map(({ name, works }) => {
    const state = works ? 'works' : 'fails';
    const title = (partNames[name] ?? otherPart)[language];
    return `<dt>${title}</dt><dd class="${works ? 'good' : 'down'}">${texts[state][language]}</dd>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="60">
<title>${texts.title[language]}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${texts.title[language]}</h1>
<div class="sum ${worst}" role="status">${texts[worst][language]}</div>
<dl>
${rows.join('\n')}
</dl>
<p>${texts.asOf[language]} ${formatTokyoDateTime(at)} (${texts.zone[language]})${guide}</p>
</main>
</body>
</html>
`;
}

function worstOf(parts: readonly StatusPart[]): 'good' | 'impaired' | 'down' {
  const failing = parts.filter(({ works }) => !works);
  if (failing.length === 0) return 'good';
  return failing.every(({ impairs }) => impairs) ? 'impaired' : 'down';
}
