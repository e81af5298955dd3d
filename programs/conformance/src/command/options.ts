import { InvalidArgumentError } from 'commander';
import { type GroupName, groups } from '../requirement/groups.js';

/** The options of the command line. */
export interface CommandOptions {
  readonly api?: string;
  readonly auth?: string;
  readonly credentials?: string;
  readonly prepare?: string;
  readonly receiver?: string;
  readonly receiverPort?: number;
  readonly group: readonly GroupName[];
  readonly only: readonly string[];
  readonly report: readonly ReportFile[];
  readonly list?: true;
}

export type ReportFormat = 'json' | 'junit' | 'html';

/** A report that is written to a file, in addition to the printed report. */
export interface ReportFile {
  readonly format: ReportFormat;
  readonly file: string;
}

const formats: readonly string[] = ['json', 'junit', 'html'] satisfies ReportFormat[];

export function readReceiver(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new InvalidArgumentError('Expected an address such as https://kit.example.com or http://127.0.0.1:4090.');
  }
  return text;
}

export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new InvalidArgumentError('Expected a port from 1 to 65535.');
  return port;
}

export function addGroup(text: string, before: readonly GroupName[]): readonly GroupName[] {
  const names = text.split(',');
  const wrong = names.find((name) => !Object.hasOwn(groups, name));
  if (wrong !== undefined) throw new InvalidArgumentError(`The groups are ${Object.keys(groups).join(', ')}.`);
  return [...before, ...(names as GroupName[])];
}

export function addIds(text: string, before: readonly string[]): readonly string[] {
  return [...before, ...text.split(',').map((id) => id.toUpperCase())];
}

export function addReport(text: string, before: readonly ReportFile[]): readonly ReportFile[] {
  const [format = '', ...rest] = text.split('=');
  const file = rest.join('=');
  if (!formats.includes(format) || file === '')
    throw new InvalidArgumentError('Write json=FILE, junit=FILE or html=FILE.');
  return [...before, { format: format as ReportFormat, file }];
}
