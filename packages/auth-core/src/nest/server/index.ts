export { AuthServerModule, type AuthServerModuleOptions } from './auth-server.module.js';
export { ClientRequest } from './client-request.decorator.js';
export { OAuthErrorFilter } from './oauth-error.filter.js';
export { type OAuthError, toOAuthError } from './oauth-error.js';
export { TokenEndpoint } from './token-endpoint.decorator.js';
