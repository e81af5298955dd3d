import type { ErrorEntry } from '@trading-platform/domain-types';
import { type ErrorLanguage, errorDetailIn, errorsIn } from '@trading-platform/domain-types/error-texts';
import { languageOf } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The language in which a caller wants the texts of errors. Undefined means English: the caller asks for no certain
 * language, like Node's `fetch`, which sends `*`.
 */
export function languageAskedBy(request: Pick<FastifyRequest, 'headers'>): ErrorLanguage | undefined {
  return asksForLanguage(request) ? languageOf(request.headers) : undefined;
}

function asksForLanguage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const asked = headers['accept-language'];
  return asked !== undefined && asked !== '*';
}

/**
 * The texts of the errors in one answer, for a caller that has asked for a language. The headers of an answer with such
 * texts name their language.
 */
export class Wording {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #language: ErrorLanguage | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }

  errors(errors: readonly ErrorEntry[]): readonly ErrorEntry[] {
    return errorsIn(this.noted(), errors);
  }

  detail(english: string): string {
    return errorDetailIn(this.noted(), english);
  }

  of(texts: Readonly<Record<ErrorLanguage, string>> | undefined): string | undefined {
    return texts?.[this.noted()];
  }

  /** Names the language in the headers of the answer, and returns the language. */
  noted(): ErrorLanguage {
    // Most answers contain no error, so they need no language.
    this.#language ??= languageOf(this.#request.headers);
    this.#reply.header('Content-Language', this.#language).header('Vary', 'Accept-Language');
    return this.#language;
  }
}

/** Returns the wording of an answer, or undefined if the caller has asked for no language. */
export function wordingFor({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Wording | undefined {
  return asksForLanguage(request) ? new Wording(request, reply) : undefined;
}
