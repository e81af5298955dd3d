import { type ErrorCode, errorCode, errorTable, type JsonSchema } from '@trading-platform/domain-types';
import type { ApiOperation, Refusals } from './operations.js';

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 5rem }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem }
code { font: .92em ui-monospace, monospace }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; padding: .5rem .9rem }
summary { cursor: pointer }
.method { display: inline-block; min-width: 4.2em; font-weight: 600 }
.about { display: block; opacity: .75; margin-left: 4.6em }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
nav { columns: 2; margin: 1.5rem 0 }`;

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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Data API reference</title><style>${style}</style></head><body><main><h1>Data API</h1>
<p>JSON in UTF-8. Every call carries <code>Authorization: Bearer …</code>; every answer is an envelope with
<code>request_id</code>, <code>result</code> (0 served, 1 refused) and <code>error_list</code>. For machines:
<a href="openapi.json">openapi.json</a>.</p><nav>${links.join('')}</nav>${sections.join('')}${errors(operations)}</main></body></html>`;
}

function describeCall(
  prefix: string,
  { method, path, summary, request, answer, mediaType, query, ...call }: ApiOperation,
): string {
  const parameters = Object.entries(query ?? {}).map(([name, meaning]) => [
    `<code>${escape(name)}</code>`,
    escape(meaning),
  ]);
  return `<details><summary><span class="method">${method.toUpperCase()}</span><code>${escape(prefix + path)}</code>
<span class="about">${escape(summary)}</span></summary>
${request === undefined ? '' : `<h3>Request</h3>${table(['Field', 'Type', ''], rows(request.schema))}`}
${parameters.length === 0 ? '' : `<h3>Query</h3>${table(['Parameter', 'Meaning'], parameters)}`}
<h3>Answer</h3>${mediaType === undefined ? table(['Field', 'Type', ''], rows(answer.schema)) : `<code>${mediaType}</code>`}
<h3>Refusals</h3><p>${Object.keys(call.refusals).toSorted().join(', ')}${call.itemCodes === undefined ? '' : `; for single products ${call.itemCodes.join(', ')}`}</p></details>`;
}

function rows(schema: JsonSchema, indent = ''): string[][] {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([name, field]) => {
    const { type, items } = field as { type?: string; items?: JsonSchema };
    const inner = items !== undefined && 'properties' in items ? rows(items, `${indent}${name}[].`) : [];
    const label = `<code>${escape(indent + name)}</code>`;
    return [[label, escape(type ?? 'string or integer'), required.includes(name) ? '' : 'optional'], ...inner];
  });
}

function errors(operations: readonly ApiOperation[]): string {
  const codes = (Object.keys(errorTable) as ErrorCode[]).map((code) => [
    `<code>${code}</code>`,
    whereAnswered(code, operations),
    escape(errorTable[code].meaning),
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
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${lines}</tbody></table>`;
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
