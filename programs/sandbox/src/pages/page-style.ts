import { createHash } from 'node:crypto';

/** The style of every page. It is part of the page; the policy contains its hash. */
export const pageStyle = `:root{color-scheme:light dark;--ink:light-dark(#1f2328,#e7e7ea);--soft:light-dark(#57606a,#a8b0ba);--ground:light-dark(#f5f6f8,#15171b);--card:light-dark(#fff,#1f2228);--line:light-dark(#d5d9df,#3a3f4a);--link:light-dark(#1d4ed8,#93b4ff);--code:light-dark(#eef0f4,#2a2e37)}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.65 system-ui,"Hiragino Sans","Noto Sans JP",sans-serif;overflow-wrap:anywhere}
header,main{width:min(60rem,100% - 2rem);margin:0 auto}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;padding:1.25rem 0}
header strong{margin-right:auto}
h1{font-size:1.6rem;line-height:1.3;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
h3{font-size:1.05rem;margin:0}
p{margin:.4rem 0}
a{color:var(--link);text-underline-offset:.2em}
code,pre{font:500 .875rem/1.5 ui-monospace,SFMono-Regular,Consolas,monospace;background:var(--code);border-radius:4px}
code{padding:.1rem .3rem}
pre{margin:.25rem 0 .75rem;padding:.6rem .75rem;white-space:pre-wrap}
.card{margin:.75rem 0;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
.card dl{margin:.5rem 0 0}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0 0 .5rem}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}
label{display:grid;grid-template-columns:minmax(0,1fr);gap:.2rem;max-width:100%;font-size:.875rem;color:var(--soft)}
input,select,button{min-height:2.75rem;padding:.4rem .7rem;border:1px solid light-dark(#7d8590,#7d8590);border-radius:8px;background:var(--card);color:var(--ink);font:inherit;min-width:0;max-width:100%}
button{background:#1d4ed8;border-color:#1d4ed8;color:#fff;font-weight:600;cursor:pointer}
button.plain{background:var(--card);border-color:light-dark(#7d8590,#7d8590);color:var(--ink)}
summary{display:flex;flex-wrap:wrap;gap:.1rem 1rem;padding:.5rem 0;cursor:pointer}
summary .path{flex:1 1 14rem}
details{border-bottom:1px solid var(--line)}
.soft{color:var(--soft)}
.struck{font-weight:650}
:is(a,button,input,select,summary):focus-visible{outline:3px solid #3b82f6;outline-offset:2px}
`;

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** The policy: pages load and run nothing, cannot be framed, and send forms only to the sandbox. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  // Without a referrer, browsers send no origin with a form.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept-Language',
} as const;
