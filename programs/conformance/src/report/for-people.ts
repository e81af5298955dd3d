import { table } from '@trading-platform/terminal';
import { type GroupName, groups } from '../requirement/groups.js';
import { type ConformanceReport, countsOf, type Result } from './report.js';

const idsShown = 10;

/**
 * Writes a report for the terminal: a table of the groups, then the failures, then the requirements that were not
 * judged.
 */
export function forPeople(report: ConformanceReport): string {
  const failed = report.results.filter(({ outcome }) => outcome === 'failed');
  return [
    groupTable(report.results),
    ...failed.map(failureText),
    ...notJudged(report.results),
    conclusion(report),
  ].join('\n\n');
}

function groupTable(results: readonly Result[]): string {
  const names = Object.keys(groups) as GroupName[];
  const rows = names.flatMap((name) => {
    const own = results.filter(({ group }) => group === name);
    const counts = countsOf(own);
    return own.length === 0
      ? []
      : [
          [
            groups[name].title,
            String(own.length),
            String(counts.passed),
            String(counts.failed),
            String(counts['not judged']),
          ],
        ];
  });
  return table([['GROUP', 'REQUIREMENTS', 'PASSED', 'FAILED', 'NOT JUDGED'], ...rows]);
}

function failureText({ id, source, says, level, reason, sent, came }: Result): string {
  return [
    `${id}  ${level === 'must' ? 'FAILED' : 'REMARK'}: ${reason}`,
    `  contract  ${says} (${sourceText(source)})`,
    ...(sent === '' ? [] : [indented('sent', sent)]),
    ...(came === '' ? [] : [indented('came', came)]),
  ].join('\n');
}

/** Groups the requirements that were not judged by the reasons. */
function notJudged(results: readonly Result[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { outcome, reason, id } of results) {
    if (outcome === 'not judged') byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  if (byReason.size === 0) return [];
  return [['Not judged:', ...[...byReason].map(([reason, ids]) => `  ${reason}: ${idsText(ids)}`)].join('\n')];
}

/** Lists the ids if they are few, and otherwise counts them for each group. */
function idsText(ids: readonly string[]): string {
  if (ids.length <= idsShown) return ids.join(' ');
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id.slice(0, 3), (counts.get(id.slice(0, 3)) ?? 0) + 1);
  return `${ids.length} requirements (${[...counts].map(([letters, count]) => `${letters} ${count}`).join(', ')})`;
}

function conclusion({ results, conforms, seconds }: ConformanceReport): string {
  const { passed, failed, remarks, 'not judged': unknown } = countsOf(results);
  const others = [
    ...(failed > remarks ? [`${failed - remarks} failed`] : []),
    ...(remarks > 0 ? [`${remarks} ${remarks === 1 ? 'remark' : 'remarks'}`] : []),
    ...(unknown > 0 ? [`${unknown} not judged`] : []),
  ];
  const counted = [`${passed} of ${results.length} requirements passed`, ...others].join(', ');
  return `${conforms ? 'The deployment conforms' : 'The deployment does not conform'}: ${counted}, in ${seconds} seconds.`;
}

/** Writes in words where a requirement comes from. */
export function sourceText(source: string): string {
  return /^\d/.test(source) ? `contract, section ${source}` : source.replace('open-points: ', 'open point ');
}

function indented(name: string, text: string): string {
  return text
    .split('\n')
    .map((line, index) => `  ${(index === 0 ? name : '').padEnd(9)} ${line}`.trimEnd())
    .join('\n');
}
