import type { RecordedCall } from '../recorder/recorder.js';
import type { Language } from '../scenarios/scenario.js';
import { escaped, framed } from './frame.js';
import { words } from './words.js';

export interface RecorderPage {
  readonly language: Language;
  /** Newest first. */
  readonly calls: readonly RecordedCall[];
  /** Runs that have calls. */
  readonly choices: readonly string[];
  /** The selected run; undefined for all. */
  readonly choice: string | undefined;
}

/** The last calls, each with its request, the front's action and its answer. */
export function recorderPage({ language, calls, choices, choice }: RecorderPage): string {
  const say = words[language];
  const link = (to: string | undefined, text: string) => {
    const query = to === undefined ? '' : `&amp;choice=${encodeURIComponent(to)}`;
    return to === choice
      ? `<strong>${escaped(text)}</strong>`
      : `<a href="/recorder?lang=${language}${query}">${escaped(text)}</a>`;
  };
  const content = [
    `<p>${escaped(say.lastCalls)}</p>`,
    `<form method="post" action="/recorder/clear?lang=${language}"><a href="/recorder?lang=${language}">${say.anew}</a><button class="plain">${say.clear}</button></form>`,
    choices.length < 2
      ? ''
      : `<p>${[link(undefined, say.all), ...choices.map((each) => link(each, each))].join(' · ')}</p>`,
    calls.length === 0
      ? `<p class="card">${say.noCalls}</p>`
      : calls.map((call) => callDetails(call, language)).join('\n'),
  ].join('\n');
  return framed({ language, title: say.recorder, content, path: '/recorder' });
}

function callDetails(call: RecordedCall, language: Language): string {
  const say = words[language];
  const { number, at, choice, method, path, action, status, bytes, ms, sent, answer } = call;
  const isPassed = action === 'pass';
  const facts = [
    `<span class="soft">${number} <time datetime="${at}">${at.slice(11, 23)}</time></span>`,
    `<span class="path">${escaped(`${method} ${path}`)}</span>`,
    `<span>${status ?? say.noAnswer}</span>`,
    `<span${isPassed ? ' class="soft"' : ' class="struck"'}>${escaped(isPassed ? say.passed : action)}</span>`,
    `<span class="soft">${escaped(choice)} · ${bytes.toLocaleString('en')} B · ${ms} ms</span>`,
  ];
  return `<details><summary>${facts.join('')}</summary>
<h2>${say.sent}</h2><pre>${escaped(messageText(sent))}</pre>
<h2>${say.answered}</h2><pre>${escaped(messageText(answer))}</pre></details>`;
}

function messageText({ headers, body }: RecordedCall['sent']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', body].join('\n').trim();
}
