import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type ErrorEntry, errorCode, hasAtMost } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiRefusal, errorOf } from './api-refusal.js';
import { noteIgnoredParameters, type Query } from './query-numbers.js';

/** The parameters of a query, each with the maximum length of its text. */
export type TextParameters = Readonly<Record<string, number>>;

/** The texts that were read from a query. If a parameter is absent or empty, its value is undefined. */
export type Texts<Parameters extends TextParameters> = { readonly [Name in keyof Parameters]: string | undefined };

/**
 * Reads texts from the query of a call. The header `X-Ignored-Fields` names all other parameters of the query.
 *
 * @throws ApiRefusal with all defects: E000002, E000003
 */
export const QueryTexts = createParamDecorator((parameters: TextParameters, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return readTexts(http.getRequest(), http.getResponse(), parameters);
});

function readTexts(request: FastifyRequest, reply: FastifyReply, parameters: TextParameters): Texts<TextParameters> {
  const query = request.query as Query;
  noteIgnoredParameters(reply, query, parameters);
  const errors: ErrorEntry[] = [];
  const entries = Object.entries(parameters).map(([name, longest]) => {
    const outcome = readText(name, query[name], longest);
    if (typeof outcome === 'object') errors.push(outcome);
    return [name, outcome];
  });
  if (errors.length > 0) throw ApiRefusal.ofAll(errors);
  return Object.fromEntries(entries) as Texts<TextParameters>;
}

function readText(item: string, value: Query[string], longest: number): string | undefined | ErrorEntry {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') return errorOf(errorCode.wrongFormat, { item, detail: errorText('oneValue') });
  return hasAtMost(value, longest) ? value : errorOf(errorCode.tooLong, { item });
}
