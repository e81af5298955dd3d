import { Reflector } from '@nestjs/core';
import type { ErrorCode } from '@trading-platform/domain-types';
import type { DescribedRecord } from './described-record.js';

/** What the reference says of an operation. Method, path and the class of the body come from the handler itself. */
export interface OperationDescription {
  readonly summary: string;
  /** The record definition of the body. */
  readonly request?: DescribedRecord;
  readonly answer: DescribedRecord;
  /** The type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** The meaning of each query parameter. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Codes that can refuse this call, in addition to those of every call and those of its body's class. */
  readonly codes?: readonly ErrorCode[];
  /** The code when nothing is at the path. Its status is then 404, whatever it is elsewhere. */
  readonly notFound?: ErrorCode;
  /** Codes of single products, in the lists of an answer. */
  readonly itemCodes?: readonly ErrorCode[];
}

/** Describes an operation of the data API at its handler. */
export const Operation = Reflector.createDecorator<OperationDescription>();

/** The heading of a controller's operations in the reference. */
export const OperationGroup = Reflector.createDecorator<string>();
