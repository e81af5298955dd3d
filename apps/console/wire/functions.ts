import type { DownloadName } from '@trading-platform/domain-types';
import type { BothLanguages } from './common.js';

export type { DownloadName } from '@trading-platform/domain-types';

/** The functions whose batches there are. */
export type FunctionName = DownloadName | 'order-upload';

/** The form and the meaning of a field, from the one description of requests and records. */
export interface FieldDescription {
  readonly name: string;
  readonly label: BothLanguages;
  /** The meaning in English, where the label does not say it all. */
  readonly sentence?: string;
  /** `string`, `code` and `decimal` are one text, `codes` a list of them, `list` a list of records, `object` a record. */
  readonly type: 'string' | 'integer' | 'code' | 'decimal' | 'codes' | 'list' | 'object';
  readonly isRequired: boolean;
  /** `date`, `date-time` or none, for the choice of an input. */
  readonly kind?: 'date' | 'date-time';
  /** How the value is written, in English words. */
  readonly format?: string;
  /** The same as a regular expression for the whole value. */
  readonly pattern?: string;
  /** Longest value, in characters; of each element of a list of codes. */
  readonly maxLength?: number;
  readonly minElements?: number;
  readonly maxElements?: number;
  readonly values?: readonly { readonly value: string; readonly label: BothLanguages }[];
  /** Whether other values can come besides `values`. */
  readonly isOpen: boolean;
  readonly example?: unknown;
  /** The record, or the elements of a list of records. */
  readonly of?: readonly FieldDescription[];
}

/** A download that can be requested. */
export interface DownloadDescription {
  readonly name: DownloadName;
  readonly title: BothLanguages;
  /** Paths after the prefix. */
  readonly paths: { readonly request: string; readonly check: string; readonly get: string };
  /** The place of the download in the SDK's client. */
  readonly sdkPath: string;
  /** The fields of its request, in wire order, without `response_type`. */
  readonly request: readonly FieldDescription[];
}

/** Answer of `GET /api/functions`. */
export interface FunctionsAnswer {
  readonly downloads: readonly DownloadDescription[];
  /** Titles of all functions that batches have. */
  readonly titles: Readonly<Record<FunctionName, BothLanguages>>;
}

/** Answer of `GET /api/functions/{name}/record`: the fields of the records of a function's batches. */
export interface RecordDescription {
  readonly name: FunctionName;
  readonly fields: readonly FieldDescription[];
}
