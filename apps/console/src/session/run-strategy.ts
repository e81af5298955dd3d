import type { PlatformStrategy } from '@trading-platform/auth-core/passport';

/** What a strategy makes of a request. */
export type StrategyOutcome<User> =
  | { readonly kind: 'signed-in'; readonly user: User }
  | { readonly kind: 'refused' }
  | { readonly kind: 'redirect'; readonly url: string };

/** The part of a request that strategies read and write. */
export interface StrategyRequest {
  readonly query: unknown;
  readonly session: Record<string, unknown>;
}

/**
 * Asks a Passport strategy, without the middleware of Passport: it says in one of four ways what has become of the request.
 *
 * @throws what the strategy reports as an error
 */
export function runStrategy<User>(
  strategy: PlatformStrategy,
  request: StrategyRequest,
): Promise<StrategyOutcome<User>> {
  return new Promise((resolve, reject) => {
    const attempt = Object.assign(Object.create(strategy) as PlatformStrategy, {
      success: (user: User) => resolve({ kind: 'signed-in', user }),
      fail: () => resolve({ kind: 'refused' }),
      redirect: (url: string) => resolve({ kind: 'redirect', url }),
      error: reject,
      pass: () => resolve({ kind: 'refused' }),
    });
    attempt.authenticate(request as never, {});
  });
}
