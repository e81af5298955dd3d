import { Reflector } from '@nestjs/core';
import type { ErrorCode, RecordDefinition } from '@trading-platform/domain-types';
import type { AnswerHeader } from './answer-headers.js';
import type { DescribedValues } from './value-description.js';

/**
 * The description of an operation in the reference. Method, path and the class of the body come from the handler itself, the meanings
 * of records and their fields from `@trading-platform/domain-types/meanings`.
 */
export interface OperationDescription {
  readonly summary: string;
  /** The record definition of the body. */
  readonly request?: RecordDefinition;
  readonly answer: RecordDefinition;
  /** The type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** The parameters of the query. */
  readonly query?: DescribedValues;
  /** The headers of the request that the operation honours. */
  readonly headers?: DescribedValues;
  /** Headers of a served answer, in addition to those of every answer. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /** Codes that can refuse this call, in addition to those of every call and those of its body's class. */
  readonly codes?: readonly ErrorCode[];
  /** The code if the path leads to nothing. The status is then always 404. */
  readonly notFound?: ErrorCode;
  /** Codes of single products, in the lists of an answer. */
  readonly itemCodes?: readonly ErrorCode[];
}

/** Describes an operation of the data API at its handler. */
export const Operation = Reflector.createDecorator<OperationDescription>();

/** The heading of a controller's operations in the reference. */
export const OperationGroup = Reflector.createDecorator<string>();
