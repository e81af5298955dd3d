import { Controller, Get, Header, Inject, UseFilters } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { BUILD_INFO, type BuildInfo } from '../build-info.js';
import { HealthFilter } from './health.filter.js';
import { Readiness, type ReadinessCheck } from './readiness.js';

const checkTimeoutMs = 2_000;

/** `/healthz`: the process runs. `/readyz`: it can take requests. */
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
  readyz() {
    const checks = [...this.readiness.checks].map(
      ([name, check]) =>
        () =>
          this.#run(name, check),
    );
    return this.health.check(this.readiness.draining ? [() => this.indicators.check('drain').down()] : checks);
  }

  async #run(name: string, check: ReadinessCheck) {
    const indicator = this.indicators.check(name);
    const failure = await withTimeout(check(), checkTimeoutMs).then(
      () => undefined,
      (error: unknown) => error,
    );
    this.readiness.noteOutcome(name, failure);
    return failure === undefined ? indicator.up() : indicator.down();
  }
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
