import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { AuthError } from '../../auth-error.js';
import { type OAuthError, toOAuthError } from './oauth-error.js';

/** The part of a reply that the filter writes. The frameworks Express and Fastify both have this part of a reply. */
interface Reply {
  status(status: number): Reply;
  header(name: string, value: string): Reply;
  send(body: object): unknown;
}

/**
 * Answers each `AuthError` as RFC 6749 §5.2 requires, on Express and Fastify. An error that no caller has caused is logged and
 * answered with 500.
 */
@Catch(AuthError)
export class OAuthErrorFilter implements ExceptionFilter<AuthError> {
  readonly #log = new Logger('auth');

  catch(error: AuthError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { authorization } = http.getRequest<{ headers: { authorization?: string } }>().headers;
    const { status, headers, body } = toOAuthError(error, authorization) ?? this.#ofOurMaking(error);
    const reply = http.getResponse<Reply>().status(status);
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    reply.send(body);
  }

  #ofOurMaking(error: AuthError): OAuthError {
    this.#log.error(error, error.stack);
    return { status: 500, headers: {}, body: { error: 'server_error', error_description: 'Internal error' } };
  }
}
