import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { type ErrorCode, errorCode } from '@trading-platform/domain-types';
import { refusalCodes } from '@trading-platform/validation';
import { assertThreadKnows } from '@trading-platform/validation/threads';
import { errorStatus } from '../http/error-status.js';
import { descriptionOf, type OperationDescription, OperationGroup } from './operation.decorator.js';

/** One call of the data API, in the form in which the reference shows it. */
export interface ApiOperation extends OperationDescription {
  readonly method: string;
  /** The path after the prefix, with parameters in braces. */
  readonly path: string;
  readonly group: string;
  /** The error codes with which the whole call can be refused, and their HTTP statuses. */
  readonly refusals: Refusals;
}

export type Refusals = Partial<Readonly<Record<ErrorCode, number>>>;

/**
 * Returns the operations of a controller, in the order of its handlers.
 *
 * @throws TypeError for a body whose class cannot be made in another thread
 */
export function operationsOf(controller: Type): readonly ApiOperation[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const description = descriptionOf(handler);
    if (description === undefined) return [];
    const common = {
      ...description,
      method: String(RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]).toLowerCase(),
      group: Reflect.getMetadata(OperationGroup.KEY, controller) as string,
      refusals: refusalsOf(description, bodyClassOf(controller, name)),
    };
    return [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]]
      .flat()
      .map((path) => ({ ...common, path: templateOf(path) }));
  });
}

const everyCall: readonly ErrorCode[] = [
  errorCode.noAuthority,
  errorCode.tokenInvalid,
  errorCode.tooManyCalls,
  errorCode.notAcceptable,
  errorCode.internal,
  errorCode.unavailable,
];
/** The error codes with which any call with a body can be refused. */
const everyBody: readonly ErrorCode[] = [
  errorCode.wrongFormat,
  errorCode.bodyUnreadable,
  errorCode.wrongContentType,
  errorCode.bodyTooLarge,
];

function refusalsOf({ codes = [], notFound }: OperationDescription, bodyClass: Type | undefined): Refusals {
  const ofBody = bodyClass === undefined ? [] : [...everyBody, ...refusalCodes(bodyClass)];
  return {
    ...Object.fromEntries([...everyCall, ...ofBody, ...codes].map((code) => [code, errorStatus[code]])),
    ...(notFound === undefined ? {} : { [notFound]: 404 }),
  };
}

/** Returns the class of the parameter that the handler marks with `@Body()`. */
function bodyClassOf(controller: Type, name: string): Type | undefined {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  const body = Object.entries(parameters).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`))?.[1];
  if (body === undefined) return undefined;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as readonly Type[];
  const bodyClass = types[body.index] as Type;
  assertThreadKnows(bodyClass);
  return bodyClass;
}

/** Converts a path such as `batches/:batchId` to the form `/batches/{batch_id}`. */
function templateOf(path: string): string {
  return path.replace(/^\/?/, '/').replace(/:(\w+)/g, (_, name: string) => `{${snakeCase(name)}}`);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
