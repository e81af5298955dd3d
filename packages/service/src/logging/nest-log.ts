import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's log during the start of an application: warnings only. `runService` reports a failure once. */
export function bootLog(logger: Logger): LoggerService {
  return {
    log: () => undefined,
    error: () => undefined,
    warn: (message: unknown, ...more: unknown[]) => {
      if (typeof message === 'object') logger.warn(message, typeof more[0] === 'string' ? more[0] : 'warning');
      else logger.warn(typeof message === 'string' ? message : JSON.stringify(message));
    },
  };
}
