import { Controller, Get, Header, Inject, Query, ServiceUnavailableException, UseFilters } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { BUILD_INFO, type BuildInfo } from '../build-info.js';
import { HealthFilter } from './health.filter.js';
import { type Dependency, Readiness } from './readiness.js';

/**
 * `/healthz`: the process runs. `/readyz`: the process can take requests; with `?verbose`, the answer also lists
 * impaired parts.
 */
@Controller()
@UseFilters(HealthFilter)
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: Readiness,
    @Inject(BUILD_INFO) private readonly build: BuildInfo,
  ) {}

  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  async healthz() {
    return { ...(await this.health.check([])), ...this.build };
  }

  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  async readyz(@Query('verbose') verbose: string | undefined) {
    if (this.readiness.draining) return this.health.check([() => this.indicators.check('drain').down()]);
    if (verbose === undefined) return this.#judge(await this.readiness.check({ onlyNeeded: true }));
    const dependencies = await this.readiness.check({ onlyNeeded: false });
    const impaired = dependencies.filter(({ impairs, works }) => impairs && !works).map(({ name }) => name);
    try {
      return { ...(await this.#judge(dependencies)), impaired };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      throw new ServiceUnavailableException({ ...(error.getResponse() as object), impaired });
    }
  }

  /** Answers 503 if a dependency fails and no call can be served without it. */
  #judge(dependencies: readonly Dependency[]) {
    const needed = dependencies.filter(({ impairs }) => !impairs);
    return this.health.check(
      needed.map(({ name, works }) => () => {
        const indicator = this.indicators.check(name);
        return works ? indicator.up() : indicator.down();
      }),
    );
  }
}
