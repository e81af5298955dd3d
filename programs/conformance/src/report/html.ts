import { type GroupName, groups } from '../requirement/groups.js';
import { sourceText } from './for-people.js';
import { escaped } from './junit.js';
import { type ConformanceReport, countsOf, type Result } from './report.js';

const style = `
:root{color-scheme:light dark;--ink:#14231c;--soft:#55655d;--line:#d5ddd8;--ground:#f4f6f4;--card:#fff;--good:#0b5d3b;--bad:#a3231b;--open:#7a5a00}
@media (prefers-color-scheme:dark){:root{--ink:#e9efeb;--soft:#a9b8b0;--line:#33413a;--ground:#0f1613;--card:#17201c;--good:#3fbf85;--bad:#ffb4ad;--open:#e0c068}}
body{margin:0 auto;max-width:70rem;padding:2rem 1rem;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
table{border-collapse:collapse}th,td{padding:.25rem 1rem .25rem 0;text-align:left}td+td,th+th{text-align:right}
section{margin-top:2rem}details,p.passed{margin:.5rem 0;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
summary{cursor:pointer}pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}
.passed b{color:var(--good)}.failed b{color:var(--bad)}.open b{color:var(--open)}small{color:var(--soft)}`;

/** Writes the report as a single HTML page that needs no other file. */
export function html(report: ConformanceReport): string {
  const names = (Object.keys(groups) as GroupName[]).filter((name) =>
    report.results.some(({ group }) => group === name),
  );
  const title = report.conforms ? 'The deployment conforms' : 'The deployment does not conform';
  const rows = names.map((name) =>
    groupRow(
      groups[name].title,
      report.results.filter(({ group }) => group === name),
    ),
  );
  const sections = names.map(
    (name) =>
      `<section><h2>${escaped(groups[name].title)}</h2>${report.results
        .filter(({ group }) => group === name)
        .map(entry)
        .join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body><h1>${title}</h1><p>${escaped(report.apiUrl)}<br>${escaped(report.authUrl)}<br><small>${escaped(report.startedAt)}, ${report.seconds} seconds</small></p><table><tr><th>Group</th><th>Requirements</th><th>Passed</th><th>Failed</th><th>Not judged</th></tr>${rows.join('')}</table>${sections.join('')}</body></html>\n`;
}

function groupRow(title: string, results: readonly Result[]): string {
  const { passed, failed, 'not judged': open } = countsOf(results);
  return `<tr><td>${escaped(title)}</td>${[results.length, passed, failed, open].map((count) => `<td>${count}</td>`).join('')}</tr>`;
}

function entry({ id, source, says, level, outcome, reason, sent, came }: Result): string {
  const head = `<b>${id}</b> ${escaped(says)} <small>${escaped(sourceText(source))}${level === 'should' ? ', should' : ''}</small>`;
  if (outcome === 'passed') return `<p class="passed">${head}</p>`;
  const calls = [sent, came].filter((text) => text !== '').map((text) => `<pre>${escaped(text)}</pre>`);
  const kind = outcome === 'failed' ? 'failed' : 'open';
  return `<details class="${kind}"${kind === 'failed' ? ' open' : ''}><summary>${head}</summary><p>${escaped(reason)}</p>${calls.join('')}</details>`;
}
