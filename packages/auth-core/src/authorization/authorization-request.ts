import type { Client } from '../client/client.js';

/** A request to the authorization page that has been checked (Spec 4.1). */
export interface AuthorizationRequest {
  /** The client, with the rights that the page shows. The client gets them if the user allows it. */
  readonly client: Client;
  readonly redirectUri: string;
  /**
   * The bytes of the state as they were sent. The bytes of the state are returned to the client unchanged, even if they are not
   * text.
   */
  readonly state: Uint8Array | undefined;
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
  /** For OpenID Connect: whether even a signed-in user must type the password again. */
  readonly forceSignIn: boolean;
}

/**
 * The reason why a request is answered with an error page: the request has no address to which the browser may safely be sent.
 */
export type AuthorizationProblem = 'unknown-client' | 'redirect-uri-mismatch' | 'realm-invalid' | 'repeated-parameter';

/** The possible results of checking a request to the authorization page. */
export type AuthorizationCheck =
  | { readonly outcome: 'accepted'; readonly request: AuthorizationRequest }
  | { readonly outcome: 'refused'; readonly problem: AuthorizationProblem }
  | { readonly outcome: 'redirected'; readonly location: string };
