import { Reflector } from '@nestjs/core';
import type { ErrorCode } from '@trading-platform/domain-types';
import type { DescribedRecord } from './described-record.js';

/** What the reference says of an operation beside what its handler itself does: its method, its path, the class of its body. */
export interface OperationDescription {
  readonly summary: string;
  /** The record of its body. */
  readonly request?: DescribedRecord;
  readonly answer: DescribedRecord;
  /** Of an answer that is not JSON. */
  readonly mediaType?: string;
  /** The meaning of each parameter of its query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What refuses the call beside what refuses every call, and every body of its class. */
  readonly codes?: readonly ErrorCode[];
  /** What is answered where there is nothing at the path: 404, whatever the status of the code elsewhere. */
  readonly notFound?: ErrorCode;
  /** What stands in the lists of single products. */
  readonly itemCodes?: readonly ErrorCode[];
}

/** Describes an operation of the data API at its handler. */
export const Operation = Reflector.createDecorator<OperationDescription>();

/** The heading of a controller's operations in the reference. */
export const OperationGroup = Reflector.createDecorator<string>();
