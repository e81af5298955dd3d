import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type ErrorEntry, errorCode, ownLimits } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { ignoredFieldsHeader } from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiRefusal, errorOf } from './api-refusal.js';

/** The lower and upper limit of a number in a query. */
interface NumberParameter {
  readonly least: number;
  readonly most: number;
}

export type NumberParameters = Readonly<Record<string, NumberParameter>>;

/** The numbers that were read from a query. If a parameter is absent or empty, its value is undefined. */
export type Numbers<Parameters extends NumberParameters> = { readonly [Name in keyof Parameters]: number | undefined };

/** The parameters of a query. A parameter that is sent several times has several values. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const longest = ownLimits.batchIdDigits;

/**
 * Reads whole numbers from the query of a call. The header `X-Ignored-Fields` names all other parameters of the query.
 *
 * @throws ApiRefusal with all defects: E000002, E000003, E000004
 */
export const QueryNumbers = createParamDecorator((parameters: NumberParameters, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return readNumbers(http.getRequest(), http.getResponse(), parameters);
});

/** Names, in the header `X-Ignored-Fields`, the parameters of a query that the call does not know. */
export function noteIgnoredParameters(reply: FastifyReply, query: Query, known: object): void {
  const ignored = ignoredFieldsHeader(Object.keys(query).filter((name) => !Object.hasOwn(known, name)));
  if (ignored !== undefined) reply.header('X-Ignored-Fields', ignored);
}

function readNumbers(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: NumberParameters,
): Numbers<NumberParameters> {
  const query = request.query as Query;
  noteIgnoredParameters(reply, query, parameters);
  const errors: ErrorEntry[] = [];
  const entries = Object.entries(parameters).map(([name, bounds]) => {
    const outcome = readNumber(name, query[name], bounds);
    if (typeof outcome === 'object') errors.push(outcome);
    return [name, outcome];
  });
  if (errors.length > 0) throw ApiRefusal.ofAll(errors);
  return Object.fromEntries(entries) as Numbers<NumberParameters>;
}

/** Returns a number of a query, undefined if it is absent, or the defect of its value. */
export function readNumber(
  item: string,
  value: string | readonly string[] | undefined,
  { least, most }: NumberParameter,
): number | undefined | ErrorEntry {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d+$/.test(value)) {
    return errorOf(errorCode.wrongFormat, { item, detail: errorText('wholeNumber') });
  }
  if (value.length > longest) return errorOf(errorCode.tooLong, { item });
  const number = Number(value);
  if (number >= least && number <= most) return number;
  return errorOf(errorCode.notAllowed, { item, detail: errorText('numberBetween', { least, most }) });
}
