import type { DownloadName, Right } from '@trading-platform/domain-types';
import type { BothLanguages } from './common.js';

export type { DownloadName, Right } from '@trading-platform/domain-types';

/** The functions that a batch can have. */
export type FunctionName = DownloadName | 'order-upload' | 'trade-update';

/** The form and the meaning of a field, as the shared definitions of requests and records describe it. */
export interface FieldDescription {
  readonly name: string;
  readonly label: BothLanguages;
  /** The meaning in English, if the label alone does not explain the field. */
  readonly sentence?: string;
  /**
   * A value of the kind `string`, `code` or `decimal` is one text. `codes` is a list of texts, `list` a list of
   * records, and `object` one record.
   */
  readonly type: 'string' | 'integer' | 'code' | 'decimal' | 'codes' | 'texts' | 'list' | 'object';
  readonly isRequired: boolean;
  /** `date`, `date-time` or absent. This value decides which kind of input the page shows. */
  readonly kind?: 'date' | 'date-time';
  /** The format of the value, in English. */
  readonly format?: string;
  /** The same format as a regular expression for the whole value. */
  readonly pattern?: string;
  /** The maximum length in characters. For a list of codes, the maximum applies to each element. */
  readonly maxLength?: number;
  readonly minElements?: number;
  readonly maxElements?: number;
  readonly values?: readonly { readonly value: string; readonly label: BothLanguages }[];
  /** Whether values other than those in `values` are possible. */
  readonly isOpen: boolean;
  readonly example?: unknown;
  /** The fields of the record, or of each record in the list. */
  readonly of?: readonly FieldDescription[];
}

/** A download that can be requested. */
export interface DownloadDescription {
  readonly name: DownloadName;
  readonly title: BothLanguages;
  /** The paths, without the prefix. */
  readonly paths: { readonly request: string; readonly check: string; readonly get: string };
  /** The name under which the SDK's client offers the download. */
  readonly sdkPath: string;
  /** The fields of the request, in the order of the contract, without `response_type`. */
  readonly request: readonly FieldDescription[];
}

/** Answer of `GET /api/functions`. */
export interface FunctionsAnswer {
  readonly downloads: readonly DownloadDescription[];
  /** The titles of all functions that batches can have. */
  readonly titles: Readonly<Record<FunctionName, BothLanguages>>;
  /** The right that each of these functions needs. */
  readonly rights: Readonly<Record<FunctionName, Right>>;
}

/**
 * Answer of `GET /api/functions/{name}/record`. The answer describes the fields of the records in a function's batches.
 */
export interface RecordDescription {
  readonly name: FunctionName;
  readonly fields: readonly FieldDescription[];
}
