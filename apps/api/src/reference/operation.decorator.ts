import { Reflector } from '@nestjs/core';
import type { ErrorCode, RecordDefinition } from '@trading-platform/domain-types';
import type { AnswerHeader } from './answer-headers.js';
import type { DescribedValues } from './value-description.js';

/**
 * The description of an operation in the reference. The method, the path and the class of the body are taken from the handler
 * itself. The meanings of records and their fields are taken from `@trading-platform/domain-types/meanings`.
 */
export interface OperationDescription {
  readonly summary: string;
  /** The record definition of the request body. */
  readonly request?: RecordDefinition;
  readonly answer: RecordDefinition;
  /** The media type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** The parameters in the query. */
  readonly query?: DescribedValues;
  /** The request headers that have an effect on the operation. */
  readonly headers?: DescribedValues;
  /** The headers of a successful answer, in addition to the headers of every answer. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /**
   * The error codes with which this call can be refused. The codes that every call can return, and the codes that follow from
   * the class of the body, are not repeated here.
   */
  readonly codes?: readonly ErrorCode[];
  /**
   * The error code that is returned if the path names an object that does not exist. The HTTP status of this code is always 404
   * here.
   */
  readonly notFound?: ErrorCode;
  /** The error codes that can appear for single products in the lists of an answer. */
  readonly itemCodes?: readonly ErrorCode[];
}

/** Decorates a handler with the description of its operation. */
export const Operation = Reflector.createDecorator<OperationDescription>();

/** The heading under which the reference shows a controller's operations. */
export const OperationGroup = Reflector.createDecorator<string>();
