import type { AuthorizationRequest, RequestOrigin } from '@trading-platform/auth-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from './page/index.js';

/** One request of a browser to the authorization page. */
export interface PageVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Path of the page, as browsers know it. */
  readonly path: string;
  /** The query string as it was sent. */
  readonly query: string;
  readonly language: Language;
  readonly origin: RequestOrigin;
}

/** A visit whose authorization request was accepted. */
export interface AcceptedVisit extends PageVisit {
  readonly authorization: AuthorizationRequest;
}
