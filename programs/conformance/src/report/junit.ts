import { type GroupName, groups } from '../requirement/groups.js';
import { type ConformanceReport, countsOf, type Result } from './report.js';

/**
 * Writes the report as JUnit XML, with one suite for each group and one case for each requirement. Requirements that
 * were not judged become skipped cases.
 */
export function junit({ results, seconds }: ConformanceReport): string {
  const names = Object.keys(groups) as GroupName[];
  const suites = names.flatMap((name) => {
    const own = results.filter(({ group }) => group === name);
    return own.length === 0 ? [] : [suite(groups[name].title, own)];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance" ${countsText(results)} time="${seconds}">\n${suites.join('\n')}\n</testsuites>\n`;
}

function suite(title: string, results: readonly Result[]): string {
  return `<testsuite name="${escaped(title)}" ${countsText(results)}>\n${results.map(testCase).join('\n')}\n</testsuite>`;
}

function testCase({ id, group, says, outcome, reason, sent, came }: Result): string {
  const inner =
    outcome === 'failed'
      ? `<failure message="${escaped(reason)}">${escaped([sent, came].filter((text) => text !== '').join('\n\n'))}</failure>`
      : outcome === 'not judged'
        ? `<skipped message="${escaped(reason)}"/>`
        : '';
  return `<testcase classname="${group}" name="${escaped(`${id} ${says}`)}">${inner}</testcase>`;
}

function countsText(results: readonly Result[]): string {
  const { failed, 'not judged': skipped } = countsOf(results);
  return `tests="${results.length}" failures="${failed}" skipped="${skipped}"`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for XML and HTML, and removes characters that XML does not allow. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
