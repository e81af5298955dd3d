/** The token under which the protocol's context is injected. */
export const AUTH_SERVER = Symbol('auth server');
