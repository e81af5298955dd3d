import type { DownloadDescription } from '../../../wire/index.js';
import type { Criteria } from './request-draft.js';

/** A tool that can send the request instead of this page. */
export type CodeLanguage = 'curl' | 'tp' | 'node' | 'python';

export const codeLanguages: readonly CodeLanguage[] = ['curl', 'tp', 'node', 'python'];

/**
 * Returns the code with which another tool sends the same request. The code contains no secret, because it reads
 * addresses and tokens from environment variables.
 */
export function requestCode(language: CodeLanguage, download: Download, criteria: Criteria): string {
  return writers[language](download, criteria);
}

type Download = Pick<DownloadDescription, 'name' | 'paths' | 'sdkPath'>;
type Writer = (download: Download, criteria: Criteria) => string;

const writers: Readonly<Record<CodeLanguage, Writer>> = {
  curl: ({ paths }, criteria) =>
    [
      `curl -sS --fail-with-body "$API_URL${paths.request}" \\`,
      `  -H "Authorization: Bearer $ACCESS_TOKEN" \\`,
      `  -H 'Content-Type: application/json' -H 'Prefer: wait=30' \\`,
      `  -d ${shellQuoted(JSON.stringify(criteria))}`,
    ].join('\n'),

  tp: ({ name }, criteria) => {
    const flags = Object.entries(criteria).map(([field, value]) => `${flagOf(field)} ${shellQuoted(listed(value))}`);
    return [`tp download ${name}`, ...flags, `--out ${name}.ndjson`].join(' \\\n  ');
  },

  node: ({ sdkPath }, criteria) =>
    [
      "import { PlatformClient } from '@trading-platform/client';",
      '',
      'const client = PlatformClient.fromEnv();',
      `const records = client.${sdkPath}.download(${scriptObject(criteria)});`,
      'for await (const record of records) {',
      '  console.log(record);',
      '}',
    ].join('\n'),

  python: ({ paths }, criteria) =>
    [
      'import json',
      'import os',
      'from urllib.request import Request, urlopen',
      '',
      'request = Request(',
      `    os.environ["API_URL"] + "${paths.request}",`,
      `    json.dumps(${pythonObject(criteria)}).encode(),`,
      '    {',
      '        "Authorization": "Bearer " + os.environ["ACCESS_TOKEN"],',
      '        "Content-Type": "application/json",',
      '        "Prefer": "wait=30",',
      '    },',
      ')',
      'with urlopen(request, timeout=120) as answer:',
      '    print(json.load(answer)["batch_id"])',
    ].join('\n'),
};

/** Returns the flag of `tp` for a field. For `member_code_list` the flag is `--member-code`. */
function flagOf(field: string): string {
  return `--${field.replace(/_list$/, '').replaceAll('_', '-')}`;
}

function listed(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(',');
}

function shellQuoted(text: string): string {
  return /^[\w.,:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function scriptObject(criteria: Criteria): string {
  const lines = Object.entries(criteria).map(([field, value]) => `  ${field}: ${scriptValue(value)},`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
}

function scriptValue(value: string | readonly string[]): string {
  return typeof value === 'string' ? scriptText(value) : `[${value.map(scriptText).join(', ')}]`;
}

function scriptText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** JSON that consists of texts and lists is also valid Python. */
function pythonObject(criteria: Criteria): string {
  const lines = Object.entries(criteria).map(
    ([field, value]) => `        ${JSON.stringify(field)}: ${JSON.stringify(value).replaceAll('","', '", "')},`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n    }`;
}
