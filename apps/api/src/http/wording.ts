import type { ErrorEntry } from '@trading-platform/domain-types';
import { type ErrorLanguage, errorDetailIn, errorsIn } from '@trading-platform/domain-types/error-texts';
import { languageOf } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The language in which a caller asks for the texts of errors. Undefined if the caller does not ask for any, which means English:
 * Node's `fetch` sends `*`.
 */
export function languageAskedBy(request: Pick<FastifyRequest, 'headers'>): ErrorLanguage | undefined {
  return asksForLanguage(request) ? languageOf(request.headers) : undefined;
}

function asksForLanguage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const asked = headers['accept-language'];
  return asked !== undefined && asked !== '*';
}

/**
 * The texts of the errors in one answer, for a caller that has asked for a language. An answer with such texts says their language
 * in its headers.
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

  /** Says the language in the headers of the answer, and returns it. */
  noted(): ErrorLanguage {
    // Most answers have no error, and need no language.
    this.#language ??= languageOf(this.#request.headers);
    this.#reply.header('Content-Language', this.#language).header('Vary', 'Accept-Language');
    return this.#language;
  }
}

/** Returns the wording of an answer; undefined if its caller has asked for no language. */
export function wordingFor({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Wording | undefined {
  return asksForLanguage(request) ? new Wording(request, reply) : undefined;
}
