import type { RequestOrigin } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../page/index.js';

/** One request of a browser to a page. */
export interface PageVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The path of the page, as browsers use it. */
  readonly path: string;
  /** The query string in the form in which it was sent. */
  readonly query: string;
  readonly language: Language;
  readonly origin: RequestOrigin;
}
