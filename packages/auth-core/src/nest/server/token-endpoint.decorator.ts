import { applyDecorators, Header, HttpCode, Post, UseFilters } from '@nestjs/common';
import { OAuthErrorFilter } from './oauth-error.filter.js';

/**
 * Marks a handler of an endpoint that answers clients about tokens. The endpoint accepts POST, and its answer has the
 * status 200 and must not be cached (RFC 6749 §5.1). `OAuthErrorFilter` answers its errors.
 *
 * @example
 * @TokenEndpoint('token')
 * token(@ClientRequest() request: TokenRequest) {
 *   return issueOrReissue(this.server, request);
 * }
 */
export function TokenEndpoint(path: string): MethodDecorator {
  return applyDecorators(
    Post(path),
    HttpCode(200),
    Header('Cache-Control', 'no-store'),
    Header('Pragma', 'no-cache'),
    UseFilters(OAuthErrorFilter),
  );
}
