import {
  type DownloadDefinition,
  isOptional,
  nameOf,
  type OptionalField,
  type RecordDefinition,
} from '@trading-platform/domain-types';
import type { DownloadCaller } from './download-caller.js';

/** The caller and the request of a download. The caller and the request are stored as JSON with the batch. */
export interface DownloadCriteria<Request extends object = object> extends DownloadCaller {
  /** The name of the download. */
  readonly download: string;
  /** The validated request, without the fields that have no effect. */
  readonly request: Request;
}

/** Combines a validated request with its caller. @see givenValues */
export function downloadCriteria<Request extends object>(
  { name, request: definition }: Pick<DownloadDefinition, 'name' | 'request'>,
  { memberCode, clientId }: DownloadCaller,
  request: Request,
): DownloadCriteria<Request> {
  return { download: name, memberCode, clientId, request: givenValues(definition, request) };
}

/**
 * Returns the fields of a validated request that have an effect. Optional fields with an empty text, an empty list or a code that
 * means "all" are left out. If a list contains the same element twice, the second occurrence is left out.
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
