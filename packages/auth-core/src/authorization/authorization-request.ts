import type { Client } from '../client/client.js';

/** A checked request to the authorization page. Spec 4.1. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  /** The bytes that were sent: they go back to the client untouched, text or not. */
  readonly state: Uint8Array | undefined;
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
  /** OpenID Connect: also a signed-in user must give the password. */
  readonly forceSignIn: boolean;
}

/** Why a request is answered with an error page: it names no address that can be trusted to go back to. */
export type AuthorizationProblem = 'unknown-client' | 'redirect-uri-mismatch' | 'realm-invalid' | 'repeated-parameter';

/** Outcomes of a request to the authorization page. */
export type AuthorizationCheck =
  | { readonly outcome: 'accepted'; readonly request: AuthorizationRequest }
  | { readonly outcome: 'refused'; readonly problem: AuthorizationProblem }
  | { readonly outcome: 'redirected'; readonly location: string };
