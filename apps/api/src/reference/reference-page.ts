import { type ErrorCode, errorCode, errorTable } from '@trading-platform/domain-types';
import { type DescribedField, type DescribedRecord, errorMeanings } from '@trading-platform/domain-types/meanings';
import type { ApiOperation, Refusals } from './operations.js';
import { recordOf } from './record-of.js';
import type { DescribedValues } from './value-description.js';

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 5rem }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem }
code, pre { font: .92em ui-monospace, monospace; overflow-wrap: anywhere }
pre { white-space: pre-wrap; max-height: 24rem; overflow: auto }
.wide { overflow-x: auto }
small { display: block; opacity: .8 }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; padding: .5rem .9rem }
summary { cursor: pointer }
.method { display: inline-block; min-width: 4.2em; font-weight: 600 }
.about { display: block; opacity: .75; margin-left: 4.6em }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td:first-child { min-width: 9rem }
nav { columns: 2; margin: 1.5rem 0 }
@media (max-width: 40rem) { body { padding: 1rem .75rem 3rem } nav { columns: 1 } .about { margin-left: 0 } }`;

/** The data API as a page for people: every call with the fields of its request and its answer. The page needs no script. */
export function referencePage(prefix: string, operations: readonly ApiOperation[]): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const sections = [...groups].map(
    ([group, calls]) =>
      `<h2 id="${anchor(group)}">${escape(group)}</h2>${calls.map((call) => describeCall(prefix, call)).join('')}`,
  );
  const links = [...groups.keys(), 'Errors'].map(
    (group) => `<div><a href="#${anchor(group)}">${escape(group)}</a></div>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Data API reference</title><style>${style}</style></head><body><main><h1>Data API</h1>
<p>JSON in UTF-8. Every call carries <code>Authorization: Bearer …</code>; every answer is an envelope with
<code>request_id</code>, <code>result</code> (0 served, 1 refused) and <code>error_list</code>. For machines:
<a href="openapi.json">openapi.json</a>.</p><nav>${links.join('')}</nav>${sections.join('')}${errors(operations)}</main></body></html>`;
}

function describeCall(prefix: string, operation: ApiOperation): string {
  const {
    method,
    path,
    summary,
    request,
    answer,
    mediaType,
    query = {},
    headers = {},
    refusals,
    itemCodes,
  } = operation;
  const single = itemCodes === undefined ? '' : `; for single products ${itemCodes.join(', ')}`;
  return `<details><summary><span class="method">${method.toUpperCase()}</span><code>${escape(prefix + path)}</code>
<span class="about">${escape(summary)}</span></summary>
${describeValues('Headers', headers)}${describeValues('Query', query)}${request === undefined ? '' : describeRecord('Request', recordOf(request))}
${mediaType === undefined ? describeRecord('Answer', recordOf(answer)) : `<h3>Answer</h3><code>${mediaType}</code>`}
<h3>Refusals</h3><p>${Object.keys(refusals).toSorted().join(', ')}${single}</p></details>`;
}

function describeValues(title: string, values: DescribedValues): string {
  const body = Object.entries(values).map(([name, { meaning, ja, example }]) => [
    `<code>${escape(name)}</code>`,
    `${escape(meaning)}<small lang="ja">${escape(ja)}</small>`,
    `<code>${escape(String(example))}</code>`,
  ]);
  return body.length === 0 ? '' : `<h3>${title}</h3>${table(['Name', 'Meaning', 'Example'], body)}`;
}

function describeRecord(title: string, record: DescribedRecord): string {
  return `<h3>${title}</h3>${table(['Field', 'Meaning'], rows(record))}
<details><summary>Example</summary><pre>${escape(JSON.stringify(record.example, null, 1))}</pre></details>`;
}

function rows(record: DescribedRecord, indent = ''): string[][] {
  return record.fields.flatMap((field) => {
    const { name, type, of, isOptional } = field;
    const inner = of === undefined ? [] : rows(of, `${indent}${name}${type === 'list' ? '[]' : ''}.`);
    const label = `<code>${escape(indent + name)}</code>${isOptional ? '<small>optional</small>' : ''}`;
    return [[label, describeField(field)], ...inner];
  });
}

function describeField({
  meaning,
  ja,
  type,
  format,
  maxLength,
  maxElements,
  values = [],
  of,
  example,
}: DescribedField): string {
  const shape = [
    ...(type === 'integer' ? ['integer'] : []),
    ...(type === 'codes' ? ['list of codes'] : []),
    ...(type === 'list' ? ['list'] : []),
    ...(format === undefined ? [] : [format]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxElements === undefined ? [] : [`at most ${maxElements} elements`]),
  ];
  const coded = values.map(
    ({ value, meaning: said, ja: term }) => `<code>${value}</code> ${escape(said)} ${escape(term)}`,
  );
  const shown =
    of !== undefined || example === undefined || example === ''
      ? []
      : [`for example <code>${escape(asText(example))}</code>`];
  const notes = [
    ...(shape.length === 0 ? [] : [escape(shape.join(', '))]),
    ...(coded.length === 0 ? [] : [coded.join('<br>')]),
    ...shown,
  ];
  return `${escape(meaning)} <span lang="ja">${escape(ja)}</span>${notes.map((note) => `<small>${note}</small>`).join('')}`;
}

function asText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

function errors(operations: readonly ApiOperation[]): string {
  const codes = (Object.keys(errorTable) as ErrorCode[]).map((code) => [
    `<code>${code}</code>`,
    whereAnswered(code, operations),
    `${escape(errorTable[code].meaning)}<small>${escape(errorMeanings[code].remedy.en)}</small>`,
  ]);
  return `<h2 id="errors">Errors</h2>${table(['Code', 'Status', 'Meaning'], codes)}`;
}

/** Refusals that come before any operation: unknown paths and methods. */
const outsideOperations: Refusals = { [errorCode.unknownPath]: 404, [errorCode.methodNotAllowed]: 405 };

/** The statuses that a code can have, and `item` if it stands in lists of single products. */
function whereAnswered(code: ErrorCode, operations: readonly ApiOperation[]): string {
  const statuses = new Set([outsideOperations, ...operations.map(({ refusals }) => refusals)].map((all) => all[code]));
  const isItem = operations.some(({ itemCodes = [] }) => itemCodes.includes(code));
  const places = [
    ...[...statuses].filter((status) => status !== undefined).toSorted((one, other) => one - other),
    ...(isItem ? ['item'] : []),
  ];
  return places.join(', ');
}

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const lines = body.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<div class="wide"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

function cells(tag: string, row: readonly string[]): string {
  return row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
}

function anchor(group: string): string {
  return group.toLowerCase().replace(/[^a-z]+/g, '-');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
