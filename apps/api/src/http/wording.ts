import type { ErrorEntry } from '@trading-platform/domain-types';
import { type ErrorLanguage, errorDetailIn, errorsIn } from '@trading-platform/domain-types/error-texts';
import { languageOf } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The language in which a caller asks for the texts of errors. Undefined if the caller does not ask for any, which means English:
 * Node's `fetch` sends `*`.
 */
export function languageAskedBy({ headers }: Pick<FastifyRequest, 'headers'>): ErrorLanguage | undefined {
  const asked = headers['accept-language'];
  return asked === undefined || asked === '*' ? undefined : languageOf(headers);
}

/**
 * The texts of the errors in one answer, for a caller that has asked for a language. An answer with such texts says their language
 * in its headers.
 */
export class Wording {
  readonly #language: ErrorLanguage;
  readonly #reply: FastifyReply;

  constructor(language: ErrorLanguage, reply: FastifyReply) {
    this.#language = language;
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
    this.#reply.header('Content-Language', this.#language).header('Vary', 'Accept-Language');
    return this.#language;
  }
}

/** Returns the wording of an answer; undefined if its caller has asked for no language. */
export function wordingFor({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Wording | undefined {
  const language = languageAskedBy(request);
  return language === undefined ? undefined : new Wording(language, reply);
}
