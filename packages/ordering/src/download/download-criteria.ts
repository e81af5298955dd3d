import {
  type DownloadDefinition,
  isOptional,
  nameOf,
  type OptionalField,
  type RecordDefinition,
} from '@trading-platform/domain-types';
import type { DownloadCaller } from './download-caller.js';

/** What a download selects, as plain JSON, which is kept with its batch: who asks, and for what. */
export interface DownloadCriteria<Request extends object = object> extends DownloadCaller {
  /** The name of the download. */
  readonly download: string;
  /** The validated request without what asks for nothing. The same request selects the same. */
  readonly request: Request;
}

/** A validated request with its caller. @see givenValues */
export function downloadCriteria<Request extends object>(
  { name, request: definition }: Pick<DownloadDefinition, 'name' | 'request'>,
  { memberCode, clientId }: DownloadCaller,
  request: Request,
): DownloadCriteria<Request> {
  return { download: name, memberCode, clientId, request: givenValues(definition, request) };
}

/**
 * The fields of a validated request that ask for something: of those that may be left out no empty text, no empty list and no code
 * that means "all". Elements of lists are there once.
 */
export function givenValues<Request extends object>(definition: RecordDefinition, request: Request): Request {
  const values = request as Readonly<Record<string, unknown>>;
  const given = definition.fields.flatMap((field) => {
    const name = nameOf(field);
    const value = distinct(values[name]);
    const isLeftOut = value === undefined || name === 'response_type' || (isOptional(field) && isNothing(field, value));
    return isLeftOut ? [] : [[name, value]];
  });
  return Object.fromEntries(given) as Request;
}

function distinct(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set<unknown>(value)].filter((element) => element !== '') : value;
}

function isNothing({ field }: OptionalField, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === '' || (typeof field !== 'string' && field.type === 'code' && value === field.values?.['all']);
}
