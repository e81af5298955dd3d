import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AuthError } from '../../auth-error.js';
import { readParameters } from '../../request/parameters.js';
import type { TokenRequest } from '../../request/token-request.js';

/**
 * The part of a request that is read. The frameworks Express and Fastify both have this part of a request; `rawBody` requires
 * `NestFactory.create(…, { rawBody: true })`.
 */
interface Request {
  readonly url: string;
  readonly headers: { readonly authorization?: string; readonly 'content-type'?: string };
  readonly ip: string;
  readonly rawBody?: Uint8Array;
}

const formType = 'application/x-www-form-urlencoded';

/**
 * Injects a request to an endpoint for clients into a parameter of a handler, in the form that the protocol functions need. The
 * application must be created with `rawBody: true`. The body parser of the application decides how large a body may be.
 *
 * @throws AuthError `invalid_request` when the body is no form, or a parameter is repeated
 * @example
 * @Post('token')
 * token(@ClientRequest() request: TokenRequest) {
 *   return issueOrReissue(this.server, request);
 * }
 */
export const ClientRequest = createParamDecorator((_data: unknown, context: ExecutionContext): TokenRequest => {
  const { url, headers, ip, rawBody } = context.switchToHttp().getRequest<Request>();
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== formType || rawBody === undefined) {
    throw new AuthError('invalid_request', `The body must be ${formType}`);
  }
  return {
    query: readParameters(/\?([^#]*)/.exec(url)?.[1] ?? ''),
    body: readParameters(Buffer.from(rawBody).toString('utf8')),
    authorization: headers.authorization,
    origin: { address: ip },
  };
});
