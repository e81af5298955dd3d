import { expect, it } from '@jest/globals';
import { type ArgumentsHost, BadRequestException } from '@nestjs/common';
import { Metrics } from '@trading-platform/service';
import type { PinoLogger } from 'nestjs-pino';
import { ApiRefusal } from './api-refusal.js';
import { EnvelopeFilter } from './envelope.filter.js';
import { RefusalCounter } from './refusal-counter.js';

/** The answer has already been sent, so only the log can be checked. */
const host = {
  switchToHttp: () => ({ getRequest: () => ({}), getResponse: () => ({ raw: { writableEnded: true } }) }),
} as unknown as ArgumentsHost;

it('counts failures and refusals, but logs only failures, with their cause', async () => {
  const logged: unknown[] = [];
  const metrics = new Metrics();
  const logger = { error: (...line: unknown[]) => void logged.push(line) } as unknown as PinoLogger;
  const filter = new EnvelopeFilter(logger, new RefusalCounter(metrics));
  const defect = new TypeError('x');
  const locked = Object.assign(new Error('x'), { code: 'SQLITE_BUSY' });
  for (const error of [defect, locked, new BadRequestException(), ApiRefusal.of('E000001', { item: 'x' })]) {
    await filter.catch(error, host);
  }
  expect(logged).toEqual([
    [{ err: defect, code: 'E900001' }, 'a call failed'],
    [{ err: locked, code: 'E900002' }, 'a call failed'],
  ]);
  const counted = await metrics.registry.getSingleMetricAsString('api_refusals_total');
  for (const code of ['E900001', 'E900002', 'E700001', 'E000001']) {
    expect(counted).toContain(`api_refusals_total{code="${code}"} 1`);
  }
});
