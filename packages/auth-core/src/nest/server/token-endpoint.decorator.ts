import { applyDecorators, Header, HttpCode, Post, UseFilters } from '@nestjs/common';
import { OAuthErrorFilter } from './oauth-error.filter.js';

/**
 * A handler that answers clients about tokens: a POST whose answer is 200 and kept by nobody (RFC 6749 §5.1), and whose refusals
 * are those of `OAuthErrorFilter`.
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
