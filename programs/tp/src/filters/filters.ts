import { type DownloadName, downloads } from '@trading-platform/domain-types';
import { type DescribedField, describedRecord } from '@trading-platform/domain-types/meanings';
import { CliError } from '@trading-platform/terminal';
import { type Command, Option } from 'commander';

/** One filter of a request: the contract's field and its flag. */
export interface Filter {
  readonly field: string;
  readonly flag: string;
  readonly attribute: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly help: string;
}

/**
 * Fields of a record as flags: `food_cat_large_code` becomes `--food-cat-large-code`, `member_code_list` becomes
 * `--member-code`.
 */
export function filtersOf(fields: readonly DescribedField[]): readonly Filter[] {
  return fields.filter(({ name, of }) => name !== 'response_type' && of === undefined).map(filterOf);
}

export function filtersOfKind(kind: DownloadName): readonly Filter[] {
  return filtersOf(describedRecord(downloads[kind].request).fields);
}

function filterOf(field: DescribedField): Filter {
  const words = field.name.replace(/_list$/, '').split('_');
  const isList = field.type === 'codes';
  return {
    field: field.name,
    flag: `--${words.join('-')}`,
    attribute: words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join(''),
    isList,
    isRequired: !field.isOptional,
    help: helpOf(field, isList),
  };
}

function helpOf({ meaning, ja, format, values }: DescribedField, isList: boolean): string {
  const choices = values?.map(({ value, meaning: choice }) => `${value} ${choice}`).join('; ');
  const facts = [choices, format, isList ? 'comma-separated or repeated' : undefined].filter(
    (fact) => fact !== undefined,
  );
  return `${meaning} (${ja})${facts.length === 0 ? '' : `: ${facts.join('; ')}`}`;
}

export function addFilters(command: Command, filters: readonly Filter[]): void {
  for (const { flag, help, isList } of filters) {
    const option = new Option(`${flag} <value>`, help);
    command.addOption(isList ? option.argParser(collectList) : option);
  }
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Builds the request from the filter file and the flags; flags override the file.
 *
 * @throws CliError `usage` if the file has a field that the function does not know, or a required field is missing
 */
export function toRequest(options: Values, filters: readonly Filter[], file: Values = {}): Record<string, unknown> {
  const known = new Set([...filters.map(({ field }) => field), 'response_type']);
  const stray = Object.keys(file).find((field) => !known.has(field));
  if (stray !== undefined)
    throw new CliError('usage', `The filter file has a field ${stray}, which this function does not know`);
  const flags = filters.map(({ field, attribute }) => [field, options[attribute]] as const);
  const request = { ...file, ...Object.fromEntries(flags.filter(([, value]) => value !== undefined)) };
  const missing = filters.filter(({ field, isRequired }) => isRequired && request[field] === undefined);
  if (missing.length > 0) throw new CliError('usage', `Missing: ${missing.map(({ flag }) => flag).join(', ')}`);
  return request;
}

export function collectList(value: string, former: readonly string[] = []): string[] {
  return [...former, ...value.split(',').map((element) => element.trim())].filter((element) => element !== '');
}
