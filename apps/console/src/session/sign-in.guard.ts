import { type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { returnPath } from './return-path.js';
import type { SignedInUser } from './sign-in.strategy.js';
import type { SignInRequest } from './sign-in-attempts.js';

type Query = Readonly<Record<string, unknown>>;

/** A browser that returns from the authorization page. */
export interface SignInAnswer extends FastifyRequest<{ Querystring: Query }> {
  /**
   * The user who signed in. The user is undefined if the sign-in was cancelled, or if the answer belongs to no attempt
   * of this browser.
   */
  user?: SignedInUser | undefined;
  /** `state` is the path to which the user returns. */
  authInfo?: { readonly state?: string };
}

/** Redirects a browser to the authorization page. */
@Injectable()
export class SignInGuard extends AuthGuard('platform') {
  readonly #log = new Logger('sign-in');

  /** Prepares the request and the reply for Passport, which expects the names of Express. */
  override getRequest(context: ExecutionContext): SignInRequest & { readonly query: Query } {
    const http = context.switchToHttp();
    const { headers, query } = http.getRequest<FastifyRequest<{ Querystring: Query }>>();
    return { headers, query: {}, res: http.getResponse<FastifyReply>(), returnTo: returnPath(query['return']) };
  }

  /** The part of an Express response that Passport uses for a redirect. */
  getResponse(context: ExecutionContext) {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    let location = '';
    return {
      setHeader(name: string, value: string) {
        if (name === 'Location') location = value;
      },
      end: () => void reply.redirect(location, 303),
    };
  }

  override handleRequest<User = SignedInUser>(error: unknown, user: User | false): User {
    if (error) this.#log.warn({ err: error }, 'a sign-in failed');
    return (error || user === false ? undefined : user) as User;
  }
}

/** Reads the answer of the authorization page. If there is no user, the handler refuses the browser. */
@Injectable()
export class SignInAnswerGuard extends SignInGuard {
  override getRequest(context: ExecutionContext): SignInAnswer & { readonly res: FastifyReply } {
    const http = context.switchToHttp();
    return Object.assign(http.getRequest<SignInAnswer>(), { res: http.getResponse<FastifyReply>() });
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { code, error } = context.switchToHttp().getRequest<SignInAnswer>().query;
    // Without this check, a request that contains no answer of the authorization page would start another sign-in.
    return (code === undefined && error === undefined) || (super.canActivate(context) as Promise<boolean>);
  }
}
