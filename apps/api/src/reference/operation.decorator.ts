import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import type { ErrorCode, RecordDefinition, Right } from '@trading-platform/domain-types';
import type { CallMeaning } from '@trading-platform/domain-types/calls';
import type { AnswerHeader } from './answer-headers.js';
import type { DescribedValues } from './value-description.js';

/**
 * Means that a call about a batch needs the right of the batch's function. The guard cannot know this function, so the handler
 * finds it and checks the right itself.
 */
export const rightOfFunction = 'function';

/**
 * Means that a call needs at least one of several rights, one for each kind of record. The answer has only the kinds
 * for which the caller has the right. The handler checks the rights itself.
 */
export const rightOfKind = 'kind';

/** A right that the caller's token needs for an operation. */
export type NeededRight = Right | typeof rightOfFunction | typeof rightOfKind;

/**
 * The description of an operation in the reference. The method, the path and the class of the body are taken from the handler
 * itself. The meanings of records and their fields are taken from `@trading-platform/domain-types/meanings`.
 */
export interface OperationDescription {
  /** The words for the call. */
  readonly call: CallMeaning;
  /** The right that the operation needs, or all of them if it needs several. */
  readonly right: NeededRight | readonly NeededRight[];
  /** The record definition of the request body. */
  readonly request?: RecordDefinition;
  readonly answer: RecordDefinition;
  /** The media type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** The media type of a stream that the call can answer instead of JSON. */
  readonly streams?: string;
  /** The parameters in the query. */
  readonly query?: DescribedValues;
  /** The request headers that have an effect on the operation. */
  readonly headers?: DescribedValues;
  /** The headers of a successful answer, in addition to the headers of every answer. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /**
   * The error codes with which this call can be refused. Codes that every call can return are not repeated here, and
   * neither are codes that follow from the class of the body.
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

const Described = Reflector.createDecorator<OperationDescription>();

/** Describes an operation of the data API at its handler. Calls whose token lacks the right of the operation are refused. */
export function Operation(description: OperationDescription): MethodDecorator {
  const known = neededRights(description).filter((right) => right !== rightOfFunction && right !== rightOfKind);
  return applyDecorators(Described(description), NeedsRight(...known));
}

/** Returns the description of a handler, or undefined if the handler is not an operation. */
export function descriptionOf(handler: object): OperationDescription | undefined {
  return Reflect.getMetadata(Described.KEY, handler) as OperationDescription | undefined;
}

/** Returns all rights that an operation needs. */
export function neededRights({ right }: Pick<OperationDescription, 'right'>): readonly NeededRight[] {
  return typeof right === 'string' ? [right] : right;
}

/** The heading under which the reference shows a controller's operations. */
export const OperationGroup = Reflector.createDecorator<string>();
