import type { AuthorizationRequest } from '@trading-platform/auth-core';
import type { PageVisit } from '../../browser/page-visit.js';

/** A visit whose authorization request has been accepted. */
export interface AcceptedVisit extends PageVisit {
  readonly authorization: AuthorizationRequest;
}
