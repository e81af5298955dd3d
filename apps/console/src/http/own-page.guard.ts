import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ENV, type Env } from '../env.js';
import { ConsoleError } from './console-error.js';

const reading = new Set(['GET', 'HEAD']);

/**
 * Refuses calls that change data unless they come from the console's own page. With each call that changes data, the
 * page sends a header. Forms and links of other sites cannot set this header. Scripts of other sites cannot send this
 * header either, because this service never permits the header in a preflight. `Origin` and `Sec-Fetch-Site` are
 * checked as well.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  readonly #origin: string;

  constructor(@Inject(ENV) { url }: Env) {
    this.#origin = new URL(url).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const { method, headers, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    if (routeOptions.url?.startsWith('/api/') !== true) return true;
    const { origin, 'sec-fetch-site': site, 'x-console': mark } = headers;
    const isForeign = (origin !== undefined && origin !== this.#origin) || (site !== undefined && !isOwn(site));
    if (isForeign) throw refusal('The call comes from another site');
    if (!reading.has(method) && mark !== '1') throw refusal('The header X-Console is missing');
    return true;
  }
}

/** Browsers send `none` if the user typed the address. */
function isOwn(site: string | readonly string[]): boolean {
  return site === 'same-origin' || site === 'none';
}

function refusal(message: string): ConsoleError {
  return new ConsoleError('wrong-call', message, { status: 403 });
}
