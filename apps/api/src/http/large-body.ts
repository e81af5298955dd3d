import { RouteConfig } from '@nestjs/platform-fastify';

/** Settings of a handler's body besides its class. */
export interface BodyConfig {
  /** Largest body. Default: that of the service (Spec 7, E700006). */
  readonly bodyLimitBytes?: number;
  /** The handler gets a `PassedOnBody`, whose bytes it passes on: parsing a very large body into values would delay other calls. */
  readonly isPassedOn?: boolean;
}

/** A handler of bodies that are larger than others, and passed on as bytes. */
export function LargeBody(bodyLimitBytes: number): MethodDecorator {
  return RouteConfig({ bodyLimitBytes, isPassedOn: true } satisfies BodyConfig);
}
