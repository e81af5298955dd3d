import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { RightGuard } from '@trading-platform/auth-core/nest';
import { SessionGuard } from './session.guard.js';

/**
 * Marks a controller whose calls need a session. The guard then checks that the access token of the session has the rights that
 * each handler names with `@NeedsRight`. The data API checks the same token again.
 */
export function ConsoleApi(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(SessionGuard, RightGuard));
}
