import { createHash } from 'node:crypto';
import { passkeyScriptHash } from './passkey-script.js';
import { passwordScriptHash } from './password-script.js';

/**
 * The style sheet of every page. The style sheet is part of the page, so that one answer is enough. The content security policy
 * contains the hash of the style sheet.
 */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#1a1e24;--soft:#535c68;--line:#dde1e7;--field:#868f9c;--ground:#f6f7f9;--card:#fff;--brand:#1d4ed8;--brand-deep:#172f7a;--brand-ink:#fff;--tint:#b3caff;--focus:#1d4ed8;--bad:#a3231b;--bad-ground:#fdf0ef;--bad-line:#eab8b4}
@media (prefers-color-scheme:dark){:root{--ink:#e9ecf0;--soft:#a9b2be;--line:#2b323c;--field:#6f7a88;--ground:#0f1216;--card:#171b21;--brand:#93b4ff;--brand-deep:#172554;--brand-ink:#0d1526;--focus:#b3caff;--bad:#ffb4ad;--bad-ground:#35191a;--bad-line:#6d3431}}
*,*::before,*::after{box-sizing:border-box}
html{font-size:100%;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--ground);color:var(--ink);font:400 1rem/1.65 system-ui,-apple-system,"Segoe UI","Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",Meiryo,sans-serif;line-break:strict;overflow-wrap:anywhere}
[lang=ja]{word-break:auto-phrase}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
ul{list-style:none}
.frame{display:grid;grid-template-columns:minmax(20rem,5fr) 7fr;min-height:100vh;min-height:100dvh}
.brand{display:flex;flex-direction:column;justify-content:space-between;gap:2rem;padding:3rem;color:#fff;background:radial-gradient(60rem 40rem at 10% 110%,#2563eb 0,transparent 60%),linear-gradient(160deg,#1d4ed8,var(--brand-deep))}
.mark{display:flex;align-items:center;gap:.75rem;font-weight:650;font-size:1.125rem;letter-spacing:.01em}
.mark svg{width:2.25rem;height:2.25rem;flex:none}
.promise{font-size:clamp(1.75rem,3.2vw,2.75rem);line-height:1.25;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
.points{display:grid;gap:.6rem;margin-top:1.75rem;color:#eef3ff}
.points li{display:flex;gap:.65rem;align-items:baseline}
.points li::before{content:"";flex:none;width:.5rem;height:.5rem;border-radius:50%;background:var(--tint);transform:translateY(-.08rem)}
.stage{display:flex;flex-direction:column;padding:1.5rem 2rem 2.5rem}
.languages{align-self:flex-end;font-size:.9375rem}
.languages ul{display:flex;gap:.25rem}
.languages a,.languages span{display:block;padding:.5rem .75rem;border-radius:.5rem}
.languages a{color:var(--soft)}
.languages span{font-weight:600}
.card{width:100%;max-width:27rem;margin:auto}
h1{font-size:1.75rem;line-height:1.3;font-weight:680;letter-spacing:-.01em;text-wrap:balance}
.lead{margin-top:.5rem;color:var(--soft)}
.lead strong{color:var(--ink);font-weight:600}
.access{margin-top:1.25rem;padding:1rem 1.125rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);font-size:.9375rem}
.access h2{font-size:.9375rem;font-weight:600}
.access ul{display:grid;gap:.25rem;margin-top:.375rem;color:var(--soft)}
.access li{display:flex;gap:.5rem}
.access svg{width:1rem;height:1rem;flex:none;margin-top:.3rem;color:var(--brand)}
.problem{display:flex;gap:.75rem;margin-top:1.25rem;padding:.875rem 1rem;border:1px solid var(--bad-line);border-radius:.75rem;background:var(--bad-ground);color:var(--bad)}
.problem svg{width:1.25rem;height:1.25rem;flex:none;margin-top:.2rem}
.problem strong{display:block;font-weight:650}
form{display:grid;gap:1rem;margin-top:1.5rem}
label{display:block;margin-bottom:.35rem;font-weight:600;font-size:.9375rem}
input{width:100%;min-height:3rem;padding:.625rem .875rem;border:1px solid var(--field);border-radius:.625rem;background:var(--card);color:var(--ink);font:inherit}
input[aria-invalid=true]{border-color:var(--bad)}
.actions{display:grid;gap:.625rem;margin-top:.5rem}
button,a.secondary{min-height:3rem;padding:.625rem 1.25rem;border:1px solid transparent;border-radius:.625rem;font:inherit;font-weight:620;text-align:center;text-decoration:none;cursor:pointer}
p.actions{margin-top:1.5rem}
.primary{background:var(--brand);color:var(--brand-ink)}
.primary:hover{filter:brightness(1.08)}
.secondary,a.secondary{border-color:var(--line);background:transparent;color:var(--ink)}
.secondary:hover{border-color:var(--field)}
.plain{min-height:2.75rem;background:transparent;color:var(--soft);text-decoration:underline;text-underline-offset:.2em}
:is(a,button,input):focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.account form{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0 0 1.5rem;border-bottom:1px solid var(--line)}
.account button{min-height:2.75rem;margin-bottom:-1px;padding:.375rem 0;border:0;border-bottom:2px solid transparent;border-radius:0;background:transparent;color:var(--soft);font-size:.9375rem;font-weight:500}
.account button:hover{border-color:var(--field);color:var(--ink)}
.account button[aria-current]{border-color:var(--brand);color:var(--ink);font-weight:620}
.done{margin-top:1.25rem;padding:.875rem 1rem;border:1px solid var(--line);border-left:.25rem solid var(--brand);border-radius:.5rem;background:var(--card)}
.secret{position:relative}
.secret input{padding-right:5rem}
.reveal{position:absolute;top:.25rem;right:.25rem;min-height:2.5rem;padding:.25rem .75rem;border-radius:.5rem;background:transparent;color:var(--soft);font-size:.875rem}
.reveal[aria-pressed=true]{color:var(--brand)}
.hint{color:var(--soft);font-size:.875rem}
.list h2{margin-top:.5rem;font-size:1.125rem;font-weight:650;text-wrap:balance}
.items{display:grid;gap:.75rem}
.items>li{padding:1rem 1.125rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.items strong{font-weight:620}
.times{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.25rem 1rem;margin-top:.375rem;font-size:.9375rem}
.times dt{color:var(--soft);font-size:.8125rem}
.times dd{font-variant-numeric:tabular-nums}
.items details{margin-top:.5rem;font-size:.9375rem}
.items summary{min-height:1.75rem;color:var(--soft);cursor:pointer}
.items details ul{display:grid;gap:.25rem;padding-left:1.125rem;list-style:disc}
.items button{width:100%;min-height:2.75rem;margin-top:.75rem;font-size:.9375rem}
.tag{display:inline-block;padding:0 .5rem;border:1px solid var(--line);border-radius:1rem;color:var(--soft);font-size:.8125rem;white-space:nowrap}
.list h2+.hint{margin-top:-.625rem}
.list>.actions{margin-top:0}
input+.hint,.secret+.hint{margin-top:.5rem}
.after{margin-top:.125rem}
.or{display:flex;align-items:center;gap:.75rem;margin-top:1.5rem;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:"";flex:1;height:1px;background:var(--line)}
.or+form{margin-top:1rem}
form .problem{margin-top:0}
[hidden]{display:none!important}
button:disabled{opacity:.6;cursor:default}
.note{margin-top:1.5rem;color:var(--soft);font-size:.875rem}
.note a{color:inherit}
.facts{margin-top:1.25rem;padding:1rem 1.125rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.facts dt{color:var(--soft);font-size:.875rem}
.facts dd{font-weight:600}
.facts dd+dt{margin-top:.625rem}
.steps{margin:1.25rem 0 0;padding-left:1.25rem;display:grid;gap:1rem}
.qr{display:block;width:100%;max-width:14rem;height:auto;margin-top:.75rem;border-radius:.5rem}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(11.5rem,1fr));gap:.5rem;margin-top:1.25rem;padding:1rem 1.125rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
code{font:500 .875rem/1.5 ui-monospace,SFMono-Regular,Consolas,monospace}
@media (min-width:52.01rem){.items button{width:auto}}
@media (max-width:52rem){.frame{display:block}.brand{padding:1.125rem 1.25rem}.brand div,.brand .points{display:none}.stage{padding:.75rem 1.25rem 2rem}.card{margin-top:.75rem}h1{font-size:1.5rem}}
@media (prefers-reduced-motion:no-preference){button{transition:filter .12s,border-color .12s}}
@media (forced-colors:active){.primary{border-color:ButtonText}}
`;

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** The parts of a page that its content security policy must allow. */
export interface PageNeeds {
  readonly hasForm?: boolean;
  readonly usesPasskey?: boolean;
  readonly hasPassword?: boolean;
}

/**
 * Returns the headers of every page. The page must not load resources, be framed by other pages, or be stored in a
 * cache. It must run no scripts except the scripts for passkeys and for showing a password. Two policies are omitted on
 * purpose:
 *
 * - `form-action`, on a page with a form: browsers apply it to every redirect after the form, including redirects of the
 *   application after its callback, which may lead anywhere, for example to an app on a phone.
 * - `cross-origin-opener-policy`: an application that opens the page in a separate window would lose access to that window.
 */
export function pageHeaders(needs: PageNeeds = {}): Record<string, string> {
  const { hasForm = false, usesPasskey = false, hasPassword = false } = needs;
  const scripts = [...(usesPasskey ? [passkeyScriptHash] : []), ...(hasPassword ? [passwordScriptHash] : [])];
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      ...(scripts.length === 0 ? [] : [`script-src ${scripts.map((hash) => `'sha256-${hash}'`).join(' ')}`]),
      'img-src data:',
      ...(hasForm ? [] : ["form-action 'none'"]),
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    vary: 'Accept-Language, Cookie',
  };
}
