import { RouteConfig } from '@nestjs/platform-fastify';

/** The settings of a route for reading the body of a request. */
export interface BodyConfig {
  /** The maximum size of the body. By default, the maximum size of the service applies (Spec 7, E700006). */
  readonly bodyLimitBytes?: number;
  /**
   * If true, the handler gets a `PassedOnBody` and passes its bytes on, because parsing a very large body into values would delay
   * other calls.
   */
  readonly isPassedOn?: boolean;
}

/** Marks a handler that accepts larger request bodies than other handlers. The handler gets each body as a `PassedOnBody`. */
export function LargeBody(bodyLimitBytes: number): MethodDecorator {
  return RouteConfig({ bodyLimitBytes, isPassedOn: true } satisfies BodyConfig);
}
