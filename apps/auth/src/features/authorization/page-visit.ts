import type { AuthorizationRequest, RequestOrigin } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from './page/index.js';

/** One request of a browser to the authorization page. */
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

/** A visit whose authorization request has been accepted. */
export interface AcceptedVisit extends PageVisit {
  readonly authorization: AuthorizationRequest;
}
